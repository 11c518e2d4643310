// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/* A variable outside functions. */
#define GLOBAL(path, kind, format, value) printf("\t%s\t%s\t" format "\n", path, kind, value)

extern int call_back(int (*function)(int), int number);
