// Frames of more than 64 KiB, one of them of a size known only at run time.
#include "scenario.h"

namespace sample {

SAMPLE_FRAME void fill(volatile char* room, int size)
{
    room[0] = 1;
    room[size - 1] = 2;
    faultHere(); // @fill
    room[1] = 3;
}

SAMPLE_FRAME int sized(int size)
{
    auto* room = static_cast<volatile char*>(__builtin_alloca(static_cast<unsigned>(size)));
    fill(room, size); // @sized
    return room[0];
}

SAMPLE_FRAME int fixed(int size)
{
    volatile char room[200 << 10];
    room[size] = 1;
    const int result = sized(size); // @fixed
    return result + room[size + 1];
}

} // namespace sample

int main()
{
    return sample::opaque(sample::fixed(sample::opaque(100 << 10))); // @main
}
