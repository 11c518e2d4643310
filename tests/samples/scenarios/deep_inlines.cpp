// Faults ten inlined calls deep.
#include "scenario.h"

namespace sample {

template <int Depth>
SAMPLE_INLINED void descend(volatile int* target)
{
    if constexpr (Depth == 0)
        *target = 1; // @store
    else
        descend<Depth - 1>(target); // @descend
}

SAMPLE_FRAME int enter(int value)
{
    descend<9>(opaque(reinterpret_cast<volatile int*>(8))); // @enter
    return opaque(value) + 1;
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::enter(argc)); // @main
}
