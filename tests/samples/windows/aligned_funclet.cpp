// An exception is on its way out; a destructor that the runtime runs for it faults. The function that it unwinds aligns its stack, so
// that its code finds the locals by yet another register.
#include "../scenarios/scenario.h"

namespace sample {

struct Refused
{
    int code;
};

struct Guard
{
    SAMPLE_FRAME ~Guard()
    {
        faultHere(); // @release
        m_state = opaque(1);
    }

    int m_state = 0;
};

SAMPLE_FRAME void refuse(int value)
{
    if (opaque(value) != 0)
        throw Refused{value}; // @throw
}

struct alignas(64) Line
{
    volatile int values[16];
};

SAMPLE_FRAME int guarded(int value)
{
    Line line;
    line.values[opaque(1)] = value;
    const Guard guard;
    refuse(line.values[1]); // @guarded
    return opaque(line.values[2]);
} // @end

SAMPLE_FRAME int handle(int value)
{
    try {
        return guarded(value); // @tried
    } catch (const Refused&) {
        return opaque(2);
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
