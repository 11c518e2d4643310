// Frames that align their stack further than the calls do.
#include "../scenarios/scenario.h"

namespace sample {

struct alignas(64) Line
{
    volatile int values[16];
};

SAMPLE_FRAME int useLine(Line* line, int value)
{
    line->values[3] = value;
    faultHere(); // @use
    return line->values[3];
}

SAMPLE_FRAME int aligned(int value)
{
    Line line;
    line.values[0] = value;
    const int result = useLine(&line, value); // @aligned
    return result + line.values[0];
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::aligned(argc)); // @main
}
