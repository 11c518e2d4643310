/* What compilers, libraries and the kernel do to stacks, in one small program: callbacks, recursion, large and variable frames, longjmp,
   signal handlers on both kinds of stacks, calls through pointers, variable arguments. Ends by itself. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEP __attribute__((noinline, noclone))

static volatile int sink;
static jmp_buf place;
typedef int (*Operation)(int, int);

KEEP static int add(int a, int b) { return a + b; }
KEEP static int multiply(int a, int b) { sink = a; return a * b + sink; }
static Operation volatile operations[] = {add, multiply};

KEEP static int through_pointer(int which, int a) { return operations[which & 1](a, a + 1) + 1; }
KEEP static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
KEEP static int compare(const void* a, const void* b) { return through_pointer(0, *(const int*)a) - through_pointer(1, *(const int*)b); }

KEEP static int sorted(int count)
{
    int values[64];
    for (int i = 0; i < count; ++i)
        values[i] = (i * 37) % 61;
    qsort(values, count, sizeof values[0], compare);
    return values[count / 2];
}

KEEP static int variable_frame(int bytes)
{
    char* room = __builtin_alloca(bytes);
    memset(room, 1, bytes);
    return room[bytes - 1] + fibonacci(room[0] + 3);
}

KEEP static int large_frame(int n)
{
    volatile char room[9000];
    room[n * 100] = 7;
    return room[n * 100] + through_pointer(n, 3);
}

KEEP static void jump_from(int depth)
{
    char text[32];
    snprintf(text, sizeof text, "%d %s", depth, "deep");
    if (depth == 0)
        longjmp(place, 3);
    jump_from(depth - 1);
    sink = text[0];
}

KEEP static int jumps(int depth)
{
    if (setjmp(place) == 0)
        jump_from(depth);
    return sink;
}

KEEP static void on_signal(int number) { sink = fibonacci(number % 5 + 3); }

KEEP static int signals(int count)
{
    static char room[1 << 16];
    stack_t alternate = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = on_signal};
    sigaltstack(&alternate, 0);
    sigaction(SIGUSR1, &action, 0);
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR2, &action, 0);
    for (int i = 0; i < count; ++i)
        kill(getpid(), i % 2 ? SIGUSR1 : SIGUSR2);
    return sink;
}

KEEP static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    double total = 0;
    for (int i = 0; i < count; ++i)
        total += va_arg(list, double);
    va_end(list);
    return (int)total;
}

KEEP static int in_turn(int n)
{
    switch (n % 7) {
    case 0: return fibonacci(6);
    case 1: return sorted(20);
    case 2: return variable_frame(100 + n);
    case 3: return large_frame(n % 50);
    case 4: return jumps(n % 5);
    case 5: return signals(4);
    default: return sum(3, 1.0, 2.5, (double)n);
    }
}

int main(int argc, char** argv)
{
    (void)argv;
    int total = 0;
    for (int i = 0; i < 200 + argc; ++i)
        total += in_turn(i);
    printf("%d\n", total);
    return 0;
}
