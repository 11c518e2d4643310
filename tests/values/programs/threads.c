// SPDX-License-Identifier: GPL-3.0-or-later
// Variables local to a thread that is not the first one, and variables outside functions; in the
// program and in a library.
#include "own_library.h"
#include "values.h"

#include <pthread.h>

struct State
{
    int number;
    const char* name;
    struct State* next;
};

int counter = 410;
static struct State table[2] = {{1, "first", 0}, {2, "second", table}};
static const double kFactor = 0.1;
static __thread int own = 420;
static __thread struct State ownState;
__thread long ownLarge[100] = {1, 2, 3};

__attribute__((noinline)) static int work(int number)
{
    static __thread int inFunction = 430;
    inFunction += number;
    own += number;
    ownState.number = number * 2;
    ownState.name = "own state";
    ownState.next = &table[1];
    ownLarge[99] = number * 3;
    counter += opaque(5);
    INT("number", number);
    INT("inFunction", inFunction);
    GLOBAL("counter", "int", "%d", counter);
    GLOBAL("table[1].number", "int", "%d", table[1].number);
    GLOBAL("table[0].name", "text", "%s", table[0].name);
    GLOBAL("kFactor", "double", "%.17g", kFactor);
    GLOBAL("own", "int", "%d", own);
    GLOBAL("ownState.number", "int", "%d", ownState.number);
    GLOBAL("ownState.name", "text", "%s", ownState.name);
    GLOBAL("ownLarge[1]", "int", "%ld", ownLarge[1]);
    GLOBAL("ownLarge[99]", "int", "%ld", ownLarge[99]);
    crash();
    return opaque(inFunction + own + ownState.number + counter) + (int)kFactor;
}

static void* start(void* argument)
{
    int given = *(int*)argument;
    POINTER("argument", argument);
    INT("given", given);
    const int result = call_back(work, given);
    return opaque(result) == given ? argument : 0;
}

int main(void)
{
    pthread_t thread;
    int given = opaque(17);
    own = 1;
    pthread_create(&thread, 0, start, &given);
    pthread_join(thread, 0);
    return given;
}
