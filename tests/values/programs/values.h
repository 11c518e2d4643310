// SPDX-License-Identifier: GPL-3.0-or-later
// What a program says about its own variables: function, variable, kind of value, value; a line each.
#pragma once

#include <stdio.h>

#define FL_SAY(path, kind, format, value) printf("%s\t%s\t%s\t" format "\n", __func__, path, kind, value)
#define INT(path, value) FL_SAY(path, "int", "%lld", (long long)(value))
#define UINT(path, value) FL_SAY(path, "int", "%llu", (unsigned long long)(value))
#define FLOAT(path, value) FL_SAY(path, "float", "%.9g", (double)(value))
#define DOUBLE(path, value) FL_SAY(path, "double", "%.17g", (double)(value))
#define LONG_DOUBLE(path, value) FL_SAY(path, "long double", "%.21Lg", (long double)(value))
#define CHAR(path, value) FL_SAY(path, "char", "%d", (int)(unsigned char)(value))
#define TEXT(path, value) FL_SAY(path, "text", "%s", (const char*)(value))
#define WORD(path, value) FL_SAY(path, "word", "%s", value)
#define POINTER(path, value) FL_SAY(path, "pointer", "%p", (const void*)(value))
#define BOOL(path, value) WORD(path, (value) ? "true" : "false")

/* What it leads to is not known before, so that no compiler calculates it. */
extern int opaque(int number);
extern void crash(void);
