// Nobody catches: the handler on the stack is for something else, and the cleaning up is never begun.
#include "../scenarios/scenario.h"

namespace sample {

struct Refused
{
    int code;
};

struct Guard
{
    SAMPLE_FRAME ~Guard() { m_state = opaque(1); }

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
}

SAMPLE_FRAME int handle(int value)
{
    try {
        return guarded(value); // @tried
    } catch (int code) {
        return opaque(code);
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
