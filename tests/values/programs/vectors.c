// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and vectors that stay in vector and floating point registers when the process stops.
#include "values.h"

#include <complex.h>

typedef float Floats __attribute__((vector_size(16)));
typedef int Ints __attribute__((vector_size(16)));
typedef double Doubles __attribute__((vector_size(16)));

#ifdef __x86_64__
#define IN_REGISTER "x"
#define HALF 1
#define ON_STACK_OF_NUMBERS 1
#elif defined(__i386__)
#define IN_REGISTER "x"
#define ON_STACK_OF_NUMBERS 1
#else
#define IN_REGISTER "w"
#endif
/* Keeps a value in a register from here on, until it is used again. */
#define HOLD(value) __asm__ volatile("" : "+" IN_REGISTER(value))

__attribute__((noinline)) static int
stopped(int* nowhere, float single, double real, Floats floats, Ints ints)
{
    float product = single * 3;
    double quotient = real / 7;
    Floats sums = floats + 1.5f;
    Ints differences = ints - opaque(3);
    long double extended = real * 3.0L;
    FLOAT("single", single);
    DOUBLE("real", real);
    FLOAT("product", product);
    DOUBLE("quotient", quotient);
    FLOAT("floats[1]", floats[1]);
    FLOAT("sums[3]", sums[3]);
    INT("ints[0]", ints[0]);
    INT("differences[2]", differences[2]);
    LONG_DOUBLE("extended", extended);
    fflush(stdout);
    HOLD(single);
    HOLD(real);
    HOLD(product);
    HOLD(quotient);
    HOLD(floats);
    HOLD(sums);
    HOLD(ints);
    HOLD(differences);
#ifdef ON_STACK_OF_NUMBERS
    __asm__ volatile("" : "+t"(extended));
#endif
    *nowhere = 1;
#ifdef ON_STACK_OF_NUMBERS
    __asm__ volatile("" : "+t"(extended));
#endif
    HOLD(single);
    HOLD(real);
    HOLD(product);
    HOLD(quotient);
    HOLD(floats);
    HOLD(sums);
    HOLD(ints);
    HOLD(differences);
    return (int)(single + real + product + quotient + floats[0] + sums[0]) + ints[0] +
           differences[0] + (int)extended;
}

__attribute__((noinline)) static int
numbers(float complex rotated, long double extended, Doubles doubles)
{
    long double third = extended / 3;
    double complex turned = rotated * 2;
    Doubles halves = doubles / 2;
    FLOAT("doubles[1]", doubles[1]);
    DOUBLE("halves[0]", halves[0]);
    LONG_DOUBLE("extended", extended);
    LONG_DOUBLE("third", third);
    WORD("rotated", "1.5 + -2i");
    WORD("turned", "3 + -4i");
#ifdef HALF
    _Float16 half = (_Float16)(opaque(3) / 2.0);
    FLOAT("half", half);
#endif
    Floats floats = {1.25f + opaque(0), 2, 3, 4};
    Ints ints = {-1 + opaque(0), 5, 6, 7};
    const int result =
        stopped((int*)(long)opaque(0), 0.3f + opaque(0), 1e10 / 3 + opaque(0), floats, ints);
    return opaque(result) + (int)(creal(turned) + third + halves[1])
#ifdef HALF
           + (int)half
#endif
        ;
}

int main(void)
{
    Doubles doubles = {0.1 + opaque(0), 0.2};
    DOUBLE("doubles[0]", doubles[0]);
    return numbers(1.5f + opaque(0) - 2.0f * I, 10 + opaque(0), doubles) + (int)doubles[0];
}
