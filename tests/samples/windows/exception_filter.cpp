// A structured exception is being handled: its filter faults on top of the system's dispatcher.
#include "../scenarios/scenario.h"
#include "windows.h"

namespace sample {

SAMPLE_FRAME int judge(int value)
{
    faultHere(); // @judge
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
    } __except (judge(value)) { // @filter
        result = 2;
    }
    return opaque(result);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::guarded(argc)); // @main
}
