// Runs out of stack.
#include "../scenarios/scenario.h"

namespace sample {

SAMPLE_FRAME int descend(int depth)
{
    volatile char room[400];
    room[0] = static_cast<char>(depth);
    const int below = descend(opaque(depth) + 1); // @again
    return below + room[0];
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::descend(argc)); // @main
}
