// An exception is on its way out; a destructor that it runs faults.
#include "scenario.h"

#include <stdexcept>

namespace sample {

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
        throw std::runtime_error("refused");
}

SAMPLE_FRAME int guarded(int value)
{
    const Guard guard;
    refuse(value);
    return opaque(value);
}

SAMPLE_FRAME int handle(int value)
{
    try {
        return guarded(value); // @handle
    } catch (const std::exception&) {
        return opaque(2);
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
