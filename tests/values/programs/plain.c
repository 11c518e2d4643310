// SPDX-License-Identifier: GPL-3.0-or-later
// Scalars, arrays, structures, unions and bit-fields of C; arguments in registers and on the stack.
#include "values.h"

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum Color { RED, GREEN = 5, BLUE = -3 };
enum Access { READ = 1, WRITE = 2, EXECUTE = 4 };

struct Flags
{
    unsigned ready : 1;
    unsigned level : 3;
    int offset : 5;
    unsigned long long wide : 40;
    bool last : 1;
    enum Color color : 6;
};

struct Point
{
    int x;
    int y;
};

struct Shape
{
    char name[12];
    struct Point corners[3];
    union {
        int number;
        float real;
    } value;
    struct
    {
        short inner;
    };
    const struct Point* origin;
};

struct Node
{
    int number;
    struct Node* next;
};

int globalCounter = 77;
static __thread int ownCounter = 78;
static const char* const kTitle = "a title in read-only memory";

__attribute__((noinline)) static void describeStrings(const char* text, char* changed)
{
    char local[16] = "quote \"here\"";
    const char* title = kTitle;
    TEXT("text", text);
    TEXT("changed", changed);
    TEXT("local", local);
    TEXT("title", title);
    crash();
    opaque(local[0] + title[0] + text[0] + changed[0]);
}

__attribute__((noinline)) static void describeShape(struct Shape shape, const struct Shape* other, struct Node* list)
{
    TEXT("shape.name", shape.name);
    struct Point corner = shape.corners[2];
    INT("corner.x", corner.x);
    INT("corner.y", corner.y);
    INT("shape.value.number", shape.value.number);
    INT("shape.inner", shape.inner);
    POINTER("other", other);
    TEXT("(*other).name", other->name);
    INT("(*other).inner", other->inner);
    POINTER("list", list);
    INT("(*list).number", list->number);
    POINTER("(*list).next", list->next);
    char changed[] = "abc";
    changed[0] = (char)('A' + opaque(0));
    TEXT("changed", changed);
    describeStrings("given text", changed);
    opaque(shape.inner + other->inner + list->number + changed[1] + corner.x + corner.y);
}

__attribute__((noinline)) static void describeFlags(struct Flags flags, enum Color color, enum Access access, int count)
{
    INT("flags.ready", flags.ready);
    INT("flags.level", flags.level);
    INT("flags.offset", flags.offset);
    UINT("flags.wide", flags.wide);
    BOOL("flags.last", flags.last);
    WORD("color", "GREEN");
    WORD("access", "READ | EXECUTE");
    INT("count", count);
    int sized[count];
    int grid[2][3];
    for (int i = 0; i < count; ++i)
        sized[i] = i * 10 + opaque(0);
    for (int i = 0; i < 6; ++i)
        grid[i / 3][i % 3] = i + opaque(0);
    INT("sized[0]", sized[0]);
    INT("sized[3]", sized[3]);
    INT("grid[0][1]", grid[0][1]);
    INT("grid[1][2]", grid[1][2]);
    struct Point origin = {opaque(3), opaque(4)};
    struct Shape shape = {.corners = {{1, 2}, {3, 4}, {5, opaque(6)}}, .value = {.number = opaque(42)}, .inner = 7, .origin = &origin};
    strcpy(shape.name, "triangle");
    struct Node second = {opaque(2), NULL};
    struct Node first = {opaque(1), &second};
    INT("origin.x", origin.x);
    INT("second.number", second.number);
    POINTER("first.next", first.next);
    describeShape(shape, &shape, &first);
    opaque(sized[1] + grid[1][1] + shape.inner + first.number + (int)flags.wide + color + access + origin.y);
}

__attribute__((noinline)) static void describeNumbers(int8_t tiny, uint8_t byte, short small, unsigned short word, int number, unsigned count, long large,
                                                      unsigned long long huge, float real, double precise, char letter, bool flag)
{
    long double extended = precise * 3;
#ifdef __SIZEOF_INT128__
    __int128 widest = (__int128)huge * 1000003;
    WORD("widest", "18446798416229227980999943");
#else
    long long widest = opaque(7);
#endif
    double complex rotated = real + 2.5 * I;
    int (*function)(int) = opaque;
    static int kept = 5;
    kept = opaque(6);
    INT("tiny", tiny);
    INT("byte", byte);
    INT("small", small);
    INT("word", word);
    INT("number", number);
    UINT("count", count);
    INT("large", large);
    UINT("huge", huge);
    FLOAT("real", real);
    DOUBLE("precise", precise);
    CHAR("letter", letter);
    BOOL("flag", flag);
    LONG_DOUBLE("extended", extended);
    WORD("rotated", "1.5 + 2.5i");
    POINTER("function", function);
    INT("kept", kept);
    {
        int inner = number * 2 + opaque(0);
        INT("inner", inner);
        struct Flags flags = {.ready = 1, .level = 5, .offset = -7, .wide = 0x12345678ab, .last = 1, .color = BLUE};
        describeFlags(flags, GREEN, (enum Access)(READ | EXECUTE), opaque(4));
        opaque(inner + flags.level);
    }
    opaque(tiny + byte + small + word + number + (int)count + (int)large + (int)huge + (int)real + (int)precise + letter + flag + (int)extended +
           (int)widest + (int)creal(rotated) + function(kept));
}

int main(void)
{
    int start = opaque(12);
    INT("start", start);
    describeNumbers((int8_t)opaque(-100), (uint8_t)opaque(200), (short)opaque(-30000), (unsigned short)opaque(60000), opaque(-2000000000),
                    (unsigned)opaque(0) + 4000000000u, opaque(-5) * 1000000000000l, (unsigned long long)opaque(0) + 18446743075999999981ull,
                    (float)opaque(3) / 2, opaque(1) / 3.0, (char)opaque('q'), opaque(1));
    return opaque(start) + globalCounter + ownCounter;
}
