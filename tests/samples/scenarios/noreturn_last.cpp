// The call that never returns is the last instruction of its function: the return address belongs to the next one.
#include "scenario.h"

namespace sample {

[[noreturn]] SAMPLE_FRAME void die(int value)
{
    for (;;)
        *opaque(reinterpret_cast<volatile int*>(8)) = value; // @die
}

[[noreturn]] SAMPLE_FRAME void lastCall(int value)
{
    die(value + 1); // @last
}

SAMPLE_FRAME int nextFunction(int value)
{
    return opaque(value) * 3;
}

} // namespace sample

int main(int argc, char**)
{
    if (sample::opaque(argc) > 100)
        return sample::nextFunction(argc);
    sample::lastCall(argc); // @main
}
