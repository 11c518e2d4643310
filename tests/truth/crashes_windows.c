/* As crashes.c, for Windows: writes a minidump of itself with MiniDumpWriteDump. Arguments: the way to crash, the dump's path. */
#include <windows.h>

#include <dbghelp.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define KEPT __attribute__((noinline, noclone, used))

int apply(int (*function)(int), int value); /* Of crash_library.c. */

volatile int sink;
int *volatile null_pointer;
static int (*volatile no_function)(int);
static char data[64] = "no code";
static const char *kind;
static const char *dump_path;
static jmp_buf landing;

static LONG WINAPI write_dump(EXCEPTION_POINTERS *exception)
{
    MINIDUMP_EXCEPTION_INFORMATION information = {GetCurrentThreadId(), exception, FALSE};
    HANDLE file = CreateFileA(dump_path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    MiniDumpWriteDump(GetCurrentProcess(), GetCurrentProcessId(), file, MiniDumpNormal, &information, NULL, NULL);
    CloseHandle(file);
    ExitProcess(1);
}

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

KEPT int recurse(int depth)
{
    volatile char frame[300];
    frame[depth % 300] = (char)depth;
    if (depth == 20)
        return crash(depth) + frame[3];
    return recurse(depth + 1) + frame[2];
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

KEPT int inner(int value)
{
    static int numbers[] = {3, 1, 2};
    if (is("null") || is("thread")) value += crash(value);
    if (is("callnull")) value += no_function(value);
    if (is("calldata")) value += ((int (*volatile)(int))(void *)data)(value);
    if (is("divide")) value += divide(value - 5);
    if (is("trap")) value += trap(value);
    if (is("qsort")) qsort(numbers, 3, sizeof numbers[0], compare);
    if (is("library")) value += apply(crash, value);
    if (is("recursion")) value += recurse(0);
    if (is("longjmp")) value += land(value);
    if (is("start")) value += start(value);
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

KEPT DWORD WINAPI worker(void *value)
{
    sink = outer(*(int *)value) + 1;
    return 0;
}

int main(int count, char **arguments)
{
    int value = count;
    kind = arguments[1];
    dump_path = arguments[2];
    SetUnhandledExceptionFilter(write_dump);
    if (is("thread")) {
        WaitForSingleObject(CreateThread(NULL, 0, worker, &value, 0, NULL), INFINITE);
        return sink;
    }
    return outer(value) + sink;
}
