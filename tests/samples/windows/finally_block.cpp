// A structured exception is being unwound: the code that must run on the way out faults.
#include "../scenarios/scenario.h"
#include "windows.h"

namespace sample {

SAMPLE_FRAME int leave(int value)
{
    faultHere(); // @leave
    return opaque(value);
}

SAMPLE_FRAME int complain(int value)
{
    RaiseException(0xe0000001, 0, 0, nullptr); // @raise
    return opaque(value);
}

SAMPLE_FRAME int guarded(int value)
{
    int result = 0;
    __try {
        result = complain(value); // @guarded
    } __finally { // @out
        result = leave(result) + opaque(1); // @finally
    }
    return opaque(result);
}

SAMPLE_FRAME int handle(int value)
{
    int result = 0;
    __try {
        result = guarded(value); // @tried
    } __except (1) {
        result = 2;
    }
    return opaque(result);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
