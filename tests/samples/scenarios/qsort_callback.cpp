// Faults in a comparison that the C library calls back.
#include "scenario.h"

#include <cstdlib>

namespace sample {

SAMPLE_FRAME int compare(const void* left, const void* right)
{
    const int difference = *static_cast<const int*>(left) - *static_cast<const int*>(right);
    faultHere(); // @compare
    return opaque(difference);
}

SAMPLE_FRAME int sorted(int first)
{
    int values[] = {first, 5, 4, 3, 2, 1};
    std::qsort(values, 6, sizeof(int), compare); // @sort
    return opaque(values[0]);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::sorted(argc)); // @main
}
