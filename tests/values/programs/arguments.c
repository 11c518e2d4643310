// SPDX-License-Identifier: GPL-3.0-or-later
// How functions get their arguments: in registers, on the stack, structures by their members and by
// their place, numbers of all sizes in turns.
#include "values.h"

struct Two
{
    int a;
    int b;
};

struct Mixed
{
    double real;
    int number;
};

struct Floats
{
    float x;
    float y;
};

struct Large
{
    long items[6];
};

struct Nested
{
    struct Two two;
    char letter;
};

__attribute__((noinline)) static int many(char first,
                                          short second,
                                          int third,
                                          long fourth,
                                          unsigned char fifth,
                                          unsigned short sixth,
                                          unsigned seventh,
                                          unsigned long eighth,
                                          int ninth,
                                          long tenth,
                                          signed char eleventh)
{
    CHAR("first", first);
    INT("second", second);
    INT("third", third);
    INT("fourth", fourth);
    INT("fifth", fifth);
    INT("sixth", sixth);
    UINT("seventh", seventh);
    UINT("eighth", eighth);
    INT("ninth", ninth);
    INT("tenth", tenth);
    INT("eleventh", eleventh);
    crash();
    return opaque(first + second + third + (int)fourth + fifth + sixth + (int)seventh +
                  (int)eighth + ninth + (int)tenth + eleventh);
}

__attribute__((noinline)) static int
structures(struct Two two, struct Nested nested, struct Large large, struct Two* pointer, int last)
{
    INT("two.a", two.a);
    INT("two.b", two.b);
    INT("nested.two.b", nested.two.b);
    INT("large.items[0]", large.items[0]);
    INT("large.items[5]", large.items[5]);
    POINTER("pointer", pointer);
    INT("(*pointer).b", pointer->b);
    INT("last", last);
    int result =
        many((char)opaque('k'), (short)opaque(-2), opaque(-3), opaque(-4) * 1000000l,
             (unsigned char)opaque(250), (unsigned short)opaque(65000), (unsigned)opaque(7),
             (unsigned long)opaque(8), opaque(9), opaque(10) * 100l, (signed char)opaque(-11));
    return opaque(result + two.a + nested.two.b + (int)large.items[5] + pointer->b + last);
}

__attribute__((noinline)) static int numbers(float first,
                                             double second,
                                             struct Floats floats,
                                             struct Mixed mixed,
                                             int between,
                                             float third,
                                             double* place)
{
    FLOAT("first", first);
    DOUBLE("second", second);
    FLOAT("floats.x", floats.x);
    FLOAT("floats.y", floats.y);
    DOUBLE("mixed.real", mixed.real);
    INT("mixed.number", mixed.number);
    INT("between", between);
    FLOAT("third", third);
    DOUBLE("(*place)", *place);
    struct Two two = {opaque(1), opaque(2)};
    struct Nested nested = {{opaque(3), opaque(4)}, 'n'};
    struct Large large = {{opaque(50), 51, 52, 53, 54, opaque(55)}};
    INT("nested.two.a", nested.two.a);
    INT("large.items[5]", large.items[5]);
    int result = structures(two, nested, large, &two, opaque(77));
    return opaque(result + (int)first + (int)second + (int)floats.x + (int)mixed.real + between +
                  (int)third + (int)*place);
}

int main(int argc, char** argv)
{
    double kept = opaque(9) / 4.0;
    INT("argc", argc);
    POINTER("argv", argv);
    DOUBLE("kept", kept);
    struct Floats floats = {(float)opaque(1) / 2, (float)opaque(3) / 2};
    struct Mixed mixed = {opaque(5) / 2.0, opaque(6)};
    return opaque(numbers((float)opaque(7) / 2, opaque(11) / 8.0, floats, mixed, opaque(13),
                          (float)opaque(15) / 4, &kept));
}
