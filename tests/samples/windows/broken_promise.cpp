// An exception reaches a function that promised none; what is called then faults.
#include "../scenarios/scenario.h"

namespace sample {

struct Refused
{
    int code;
};

SAMPLE_FRAME int refuse(int value)
{
    if (opaque(value) != 0)
        throw Refused{value}; // @throw
    return value;
}

SAMPLE_FRAME int promised(int value) noexcept
{
    return refuse(value) + opaque(1); // @promised
}

SAMPLE_FRAME int handle(int value)
{
    int (*const unpromised)(int) = opaque(&promised); // So that the compiler keeps the handler.
    try {
        return unpromised(value) + opaque(1); // @handle
    } catch (const Refused& refused) {
        return opaque(refused.code);
    }
}

} // namespace sample

/// The compiler calls the C++ runtime's function of this name.
extern "C" [[noreturn]] SAMPLE_FRAME void __std_terminate()
{
    for (;;)
        sample::faultHere(); // @terminate
}

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
