// The fault comes from a branch that compilers move away from the rest of its function.
#include "scenario.h"

namespace sample {

[[gnu::cold]] SAMPLE_FRAME void complain(int value)
{
    faultHere(); // @complain
    opaque(value);
}

SAMPLE_FRAME int classify(const int* values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += values[i];
        if (__builtin_expect(values[i] < 0, 0))
            complain(values[i]); // @unlikely
    }
    return opaque(sum);
}

} // namespace sample

int main()
{
    const int values[] = {1, 2, sample::opaque(-3)};
    return sample::opaque(sample::classify(values, 3)); // @main
}
