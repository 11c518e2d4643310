// SPDX-License-Identifier: GPL-3.0-or-later
// Values that optimized code keeps in registers, passes on, or only implies.
#include "values.h"

struct Pair
{
    long first;
    long second;
};

struct Wide
{
    long items[5];
};

__attribute__((noinline)) static int last(int a, long b, const char* c, struct Pair pair)
{
    INT("a", a);
    INT("b", b);
    TEXT("c", c);
    INT("pair.first", pair.first);
    INT("pair.second", pair.second);
    crash();
    return opaque(1);
}

static inline int halved(int number)
{
    int half = number / 2;
    int constant = 4711;
    INT("number", number);
    INT("half", half);
    INT("constant", constant);
    struct Pair pair = {half, number};
    return last(half + opaque(0), 7L * number, "third", pair) + opaque(half);
}

__attribute__((noinline)) static int deeper(int a, int b, int c, int d, int e, int f, int g, int h, struct Wide wide)
{
    INT("a", a);
    INT("b", b);
    INT("c", c);
    INT("d", d);
    INT("e", e);
    INT("f", f);
    INT("g", g);
    INT("h", h);
    INT("wide.items[4]", wide.items[4]);
    int sum = a + b + c + d + e + f + g + h;
    INT("sum", sum);
    int result = halved(sum);
    return opaque(result);
}

__attribute__((noinline)) static int unused(int kept, int dropped)
{
    INT("kept", kept);
    INT("dropped", dropped);
    struct Wide wide = {{kept, 1, 2, 3, kept + 4}};
    int i;
    int total = 0;
    for (i = 0; i < 5; ++i)
        total += (int)wide.items[i];
    INT("total", total);
    int result = deeper(kept, total, 3, 4, 5, 6, opaque(7), 8, wide);
    return opaque(result + kept);
}

int main(int argc, char** argv)
{
    int first = opaque(20);
    int* pointer = &first;
    INT("argc", argc);
    POINTER("argv", argv);
    INT("first", first);
    POINTER("pointer", pointer);
    int result = unused(*pointer, opaque(21));
    return opaque(result + first);
}
