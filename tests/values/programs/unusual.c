// SPDX-License-Identifier: GPL-3.0-or-later
// Types that programs seldom have: packed structures, bit-fields of all kinds, unions, arrays of
// variable length, pointers to arrays and functions.
#include "values.h"

#include <stdatomic.h>
#include <stdint.h>
#include <uchar.h>
#include <wchar.h>

struct __attribute__((packed)) Packed
{
    char tag;
    int64_t wide;
    unsigned short small;
    int bits : 11;
    int more : 22;
};

struct Straddling
{
    unsigned a : 7;
    unsigned b : 26;
    int64_t c : 50;
    signed char d : 3;
    unsigned : 0;
    unsigned e : 1;
    const volatile int f : 31;
};

union Number {
    int64_t whole;
    double real;

    struct
    {
        uint32_t low;
        int32_t high;
    };

    unsigned char bytes[8];

    struct
    {
        uint64_t mantissa : 52;
        uint64_t exponent : 11;
        uint64_t sign : 1;
    } parts;
};

struct Flexible
{
    int count;
    short items[];
};

typedef int Row[3];
typedef int (*Function)(int);

struct Operations
{
    Function call;
    const char* names[2];
    Row* rows;
    _Atomic int changes;
    _Bool flags[3];

    enum { NONE, SOME = 300 } amount;
};

__attribute__((noinline)) static int
deep(int rows, int columns, const struct Operations* operations, union Number number)
{
    short grid[rows][columns];
    for (int i = 0; i < rows * columns; ++i)
        grid[i / columns][i % columns] = (short)(100 + i + opaque(0));
    char text[rows + columns];
    for (int i = 0; i < rows + columns - 1; ++i)
        text[i] = (char)('a' + i + opaque(0));
    text[rows + columns - 1] = 0;
    INT("rows", rows);
    INT("columns", columns);
    INT("grid[0][0]", grid[0][0]);
    INT("grid[2][3]", grid[2][3]);
    TEXT("text", text);
    POINTER("operations", operations);
    POINTER("(*operations).call", operations->call);
    TEXT("(*operations).names[1]", operations->names[1]);
    INT("(*(*operations).rows)[2]", (*operations->rows)[2]);
    INT("(*operations).changes", operations->changes);
    BOOL("(*operations).flags[1]", operations->flags[1]);
    WORD("(*operations).amount", "SOME");
    DOUBLE("number.real", number.real);
    INT("number.whole", number.whole);
    UINT("number.low", number.low);
    INT("number.high", number.high);
    UINT("number.parts.mantissa", number.parts.mantissa);
    UINT("number.parts.exponent", number.parts.exponent);
    crash();
    return opaque(grid[1][1] + text[0] + (int)number.whole) + operations->changes;
}

__attribute__((noinline)) static int
middle(struct Packed packed, struct Straddling straddling, struct Flexible* flexible)
{
    Row rows[2] = {{1, 2, opaque(3)}, {4, 5, 6}};
    struct Operations operations = {opaque, {"one", "two"}, rows, 50, {0, 1, 0}, SOME};
    operations.changes += opaque(5);
    union Number number = {.real = -2.5 - opaque(0)};
#ifdef __SIZEOF_INT128__
    __int128 wide = -((__int128)opaque(1) << 100);
    unsigned __int128 large = ~(unsigned __int128)0 - (unsigned)opaque(5);
    WORD("wide", "-1267650600228229401496703205376");
    WORD("large", "340282366920938463463374607431768211450");
#else
    int wide = opaque(1);
    int large = opaque(2);
#endif
    const wchar_t* letters = L"wide \u20ac";
    char16_t letter = u'\u00e9' + opaque(0);
    intptr_t address = (intptr_t)&number;
    CHAR("packed.tag", packed.tag);
    INT("packed.wide", packed.wide);
    INT("packed.small", packed.small);
    INT("packed.bits", packed.bits);
    INT("packed.more", packed.more);
    UINT("straddling.a", straddling.a);
    UINT("straddling.b", straddling.b);
    INT("straddling.c", straddling.c);
    INT("straddling.d", straddling.d);
    UINT("straddling.e", straddling.e);
    INT("straddling.f", straddling.f);
    INT("(*flexible).count", flexible->count);
    INT("rows[0][2]", rows[0][2]);
    INT("address", address);
    const int result = deep(3, 4 + opaque(0), &operations, number);
    return opaque(result + packed.more + straddling.f + rows[1][1] + flexible->items[0] +
                  letters[0] + letter) +
           (int)(wide >> 9) + (int)(large >> 9) + (int)address;
}

int main(void)
{
    static struct Packed packed = {'t', -12345678901234ll, 65535, -1000, 2000000};
    static struct Straddling straddling = {100, 50000000, -400000000000ll, -3, 1, -1000000000};

    static union {
        struct Flexible flexible;
        short room[8];
    } storage = {{
        3,
    }};

    packed.tag = (char)('t' + opaque(0));
    straddling.a = (unsigned)opaque(100);
    storage.room[2] = (short)opaque(9);
    INT("packed.more", packed.more);
    INT("straddling.c", straddling.c);
    return middle(packed, straddling, &storage.flexible);
}
