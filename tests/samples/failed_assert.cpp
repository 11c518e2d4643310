// Fails an assertion inside a function that was inlined.
#undef NDEBUG
#include "sample.h"

#include <cassert>

namespace sample {

SAMPLE_INLINED int checkedDivide(int a, int b)
{
    assert(b != 0 && "division by zero"); // @assert
    return a / b;
}

SAMPLE_FRAME int average(const int* values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += values[i];
    return checkedDivide(sum, count); // @average
}

} // namespace sample

int main()
{
    const int values[] = {1, 2, 3};
    const int result = sample::average(values, sample::opaque(0)); // @main
    return sample::opaque(result);
}
