/* Crashes in the way that its argument names, with known callers: score_crashes.py lists them. No call here is a tail call. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define KEPT __attribute__((noinline, noclone, used))

int apply(int (*function)(int), int value); /* Of crash_library.c. */

volatile int sink;
int *volatile null_pointer;
static int (*volatile no_function)(int);
static char data[64] = "no code";
static const char *kind;
static jmp_buf landing;

static int is(const char *name)
{
    return strcmp(kind, name) == 0;
}

KEPT int crash(int value)
{
    *null_pointer = value;
    return value + 1;
}

KEPT int compare(const void *a, const void *b)
{
    return crash(*(const int *)a - *(const int *)b) + 1;
}

KEPT void handler(int signal)
{
    sink = crash(signal) + 1;
}

KEPT int recurse(int depth)
{
    volatile char frame[300];
    frame[depth % 300] = (char)depth;
    if (is("recursion") && depth == 20)
        return crash(depth) + frame[3];
    return recurse(depth + 1) + frame[2];
}

KEPT int large(int value)
{
    volatile char frame[64 << 20];
    frame[5] = (char)value;
    return frame[value] + 1;
}

KEPT int jump(int value)
{
    sink = value;
    longjmp(landing, 1);
}

KEPT int land(int value)
{
    if (setjmp(landing) == 0)
        return jump(value) + 1;
    return crash(sink) + 1;
}

KEPT int start(int value)
{
    return crash(value) + 1;
}

KEPT int divide(int value)
{
    return 77 / value + sink;
}

KEPT int trap(int value)
{
    if (value >= 0)
        __builtin_trap();
    return sink;
}

KEPT int signaled(int value)
{
    static char stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = handler, .sa_flags = is("altstack") ? SA_ONSTACK : 0};
    sigaltstack(&alternate, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    return value + sink;
}

KEPT int inner(int value)
{
    static int numbers[] = {3, 1, 2};
    if (is("null")) value += crash(value);
    if (is("callnull")) value += no_function(value);
    if (is("calldata")) value += ((int (*volatile)(int))(void *)data)(value);
    if (is("abort")) abort();
    if (is("assert")) assert(value == 12345);
    if (is("divide")) value += divide(value - 4);
    if (is("trap")) value += trap(value);
    if (is("raise")) value += raise(SIGSEGV);
    if (is("handler") || is("altstack")) value += signaled(value);
    if (is("qsort")) qsort(numbers, 3, sizeof numbers[0], compare);
    if (is("library")) value += apply(crash, value);
    if (is("recursion") || is("overflow")) value += recurse(0);
    if (is("large")) value += large(value);
    if (is("longjmp")) value += land(value);
    if (is("start")) value += start(value);
    if (is("thread")) value += crash(value);
    return value + numbers[0];
}

KEPT int middle(int value)
{
    volatile int kept[6] = {value};
    kept[1] = inner(value + 1) + kept[0];
    return kept[1] + 1;
}

KEPT int outer(int value)
{
    return middle(value + 1) + sink;
}

KEPT void *worker(void *value)
{
    sink = outer(*(int *)value) + 1;
    return value;
}

int main(int count, char **arguments)
{
    int value = count;
    kind = arguments[1];
    if (is("thread") || is("overflow")) {
        pthread_t thread;
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 128 << 10);
        pthread_create(&thread, &attributes, worker, &value);
        pthread_join(thread, NULL);
        return sink;
    }
    return outer(value) + sink;
}
