/* Calls back, for crashes.c. */
__attribute__((noinline)) static int called(int (*function)(int), int value)
{
    return function(value + 1) + 1;
}

int apply(int (*function)(int), int value)
{
    return called(function, value) + 2;
}
