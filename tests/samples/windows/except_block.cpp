// A structured exception has been handled: the block that does so faults.
#include "../scenarios/scenario.h"
#include "windows.h"

namespace sample {

SAMPLE_FRAME int complain(int value)
{
    RaiseException(0xe0000001, 0, 0, nullptr);
    return opaque(value);
}

SAMPLE_FRAME int guarded(int value)
{
    int result = 0;
    __try {
        result = complain(value);
    } __except (opaque(1)) {
        faultHere(); // @handled
        result = 2;
    }
    return opaque(result);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::guarded(argc)); // @main
}
