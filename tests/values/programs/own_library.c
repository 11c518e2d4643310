// SPDX-License-Identifier: GPL-3.0-or-later
// A library with variables of its own, also local to threads.
#include "own_library.h"

#include "values.h"

int sharedByAll = 310;
static __thread int ofLibrary = 320;
static __thread char wordOfLibrary[8] = "word";

__attribute__((noinline)) int call_back(int (*function)(int), int number)
{
    static int calls = 330;
    calls += opaque(1);
    ofLibrary += number;
    int* place = &ofLibrary;
    INT("calls", calls);
    INT("number", number);
    POINTER("place", place);
    GLOBAL("ofLibrary", "int", "%d", ofLibrary);
    GLOBAL("wordOfLibrary", "text", "%s", wordOfLibrary);
    GLOBAL("sharedByAll", "int", "%d", sharedByAll);
    const int result = function(number + *place);
    return opaque(result + number) + calls;
}
