// An exception is on its way out; a destructor that was inlined into the code that the runtime calls for it faults.
#include "../scenarios/scenario.h"

namespace sample {

struct Refused
{
    int code;
};

struct Guard
{
    SAMPLE_INLINED ~Guard()
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

SAMPLE_FRAME int guarded(int value)
{
    const Guard guard;
    refuse(value); // @guarded
    return opaque(value);
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
