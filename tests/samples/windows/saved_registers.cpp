// Every frame keeps many values over its call, so that all preserved registers are saved, and the last function faults after its
// frame pointer may be gone.
#include "../scenarios/scenario.h"

namespace sample {

SAMPLE_FRAME int busy(const int* values, int depth)
{
    const int a = opaque(values[0]);
    const int b = opaque(values[1]);
    const int c = opaque(values[2]);
    const int d = opaque(values[3]);
    const int e = opaque(values[4]);
    const int f = opaque(values[5]);
    if (depth == 0)
        faultHere(); // @fault
    const int below = depth == 0 ? a : busy(values, depth - 1); // @below
    return opaque(a * b + c * d + e * f + below + values[0]);
}

} // namespace sample

int main(int argc, char**)
{
    const int values[] = {argc, 2, 3, 4, 5, 6};
    return sample::opaque(sample::busy(values, sample::opaque(5))); // @main
}
