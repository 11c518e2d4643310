// SPDX-License-Identifier: GPL-3.0-or-later
// A function that is stopped before it has set up its frame, or after it has given it up. What is
// in its variables' places then are other values.
#include "values.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* 0: at the first instruction; 1: after the frame pointer is pushed; 2: at the return. */
#ifndef STOP
#define STOP 0
#endif

#define IF_KNOWN(function, path, value)                                                            \
    printf("%s\t%s\tint if known\t%d\n", function, path, value)

__attribute__((noinline)) int leaf(int number, int tag)
{
    int tripled = number * 3;
    return tripled + tag + opaque(0);
}

/* An instruction that no program may execute: the process stops before it. */
static void stop_at(unsigned char* code)
{
    const long page = sysconf(_SC_PAGESIZE);
    unsigned char* begin = code - (unsigned long)code % (unsigned long)page;
    if (mprotect(begin, 2 * (size_t)page, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        exit(1);
    code[0] = 0x0f;
    code[1] = 0x0b;
}

static unsigned char* stop_in(unsigned char* code)
{
    if (STOP == 1 && code[0] == 0x55)
        return code + 1;
    for (int i = 0; STOP == 2 && i < 64; ++i) {
        if ((code[i] == 0x5d || code[i] == 0xc9) && code[i + 1] == 0xc3)
            return code + i + 1;
    }
    return code;
}

__attribute__((noinline)) int middle(int first, int second)
{
    int kept = opaque(777);
    INT("first", first);
    INT("second", second);
    INT("kept", kept);
    IF_KNOWN("leaf", "number", first + 100);
    IF_KNOWN("leaf", "tag", second + 100);
    IF_KNOWN("leaf", "tripled", (first + 100) * 3);
    fflush(stdout);
    return leaf(first + 100, second + 100) + kept + first + second;
}

int main(void)
{
    int first = opaque(1);
    int second = opaque(5);
    INT("first", first);
    INT("second", second);
    stop_at(stop_in((unsigned char*)&leaf));
    return middle(first, second) + first + second;
}
