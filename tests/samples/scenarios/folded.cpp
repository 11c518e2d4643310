// Two functions with the same code, which a linker with identical code folding makes one. Either
// name is right for the frame.
#include "scenario.h"

namespace sample {

SAMPLE_FRAME int first(int value)
{
    faultHere();
    return opaque(value * 3 + 7);
}

SAMPLE_FRAME int second(int value)
{
    faultHere();
    return opaque(value * 3 + 7);
}

} // namespace sample

int main(int argc, char**)
{
    // Both are used, so that both reach the linker.
    return sample::opaque(argc > 1 ? sample::first(argc) : sample::second(argc)); // @main
}
