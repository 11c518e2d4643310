// SPDX-License-Identifier: GPL-3.0-or-later
// In a unit of its own, and never optimized: the others cannot look into it.
#include "values.h"

volatile int given = 0;

int opaque(int number)
{
    return number + given;
}

void crash(void)
{
    fflush(stdout);
    *(volatile int*)0 = 1;
}
