// SPDX-License-Identifier: GPL-3.0-or-later
// What lives as long as the program: globals, those of namespaces, classes and functions.
extern "C" {
#include "values.h"
}

struct Settings
{
    int limit = 40;
    const char* name = "settings";
    bool isOn = true;
};

namespace {

// An example of a name that others have too.
int hidden = 61;

} // namespace

int plainGlobal = 51;
const char* globalText = "a global text";
long globalTable[3] = {7, 8, 9};
Settings globalSettings;
Settings* globalPointer = &globalSettings;

namespace outer {
int counter = 52;

namespace inner {
double ratio = 0.625;
unsigned char flags = 0xa5;
} // namespace inner

struct Registry
{
    static int entries;
    static inline unsigned short limit = 600;
    int own = 1;
};

int Registry::entries = 53;

template <class T>
struct Slot
{
    static inline T kept = T(54);
};

} // namespace outer

namespace {

__attribute__((noinline)) int use(Settings& settings, int given)
{
    static int calls = 0;
    static Settings mine;
    calls += opaque(3);
    mine.limit = opaque(41);
    const int local = given + calls;
    INT("settings.limit", settings.limit);
    TEXT("settings.name", settings.name);
    INT("given", given);
    INT("calls", calls);
    INT("mine.limit", mine.limit);
    BOOL("mine.isOn", mine.isOn);
    INT("local", local);
    crash();
    return opaque(local + settings.limit + mine.limit);
}

#define GLOBAL(path, kind, format, value) printf("\t%s\t%s\t" format "\n", path, kind, value)

void sayGlobals()
{
    GLOBAL("plainGlobal", "int", "%d", plainGlobal);
    GLOBAL("globalText", "text", "%s", globalText);
    GLOBAL("globalTable[2]", "int", "%ld", globalTable[2]);
    GLOBAL("globalSettings.limit", "int", "%d", globalSettings.limit);
    GLOBAL("(*globalPointer).name", "text", "%s", globalPointer->name);
    GLOBAL("hidden", "int", "%d", hidden);
    GLOBAL("outer::counter", "int", "%d", outer::counter);
    GLOBAL("outer::inner::ratio", "double", "%.17g", outer::inner::ratio);
    GLOBAL("outer::inner::flags", "int", "%d", outer::inner::flags);
    GLOBAL("outer::Registry::entries", "int", "%d", outer::Registry::entries);
    GLOBAL("outer::Registry::limit", "int", "%d", outer::Registry::limit);
}

} // namespace

int main()
{
    plainGlobal += opaque(1);
    globalTable[2] += opaque(1);
    globalSettings.limit = opaque(42);
    hidden += opaque(1);
    outer::counter += opaque(1);
    outer::inner::ratio += opaque(1);
    outer::inner::flags = static_cast<unsigned char>(opaque(0x5a));
    outer::Registry::entries += opaque(1);
    outer::Registry::limit = static_cast<unsigned short>(opaque(601));
    outer::Slot<long>::kept += opaque(1);
    globalText = opaque(1) != 0 ? "another global text" : nullptr;
    sayGlobals();
    const int start = opaque(5);
    INT("start", start);
    return opaque(use(globalSettings, opaque(30)) + start);
}
