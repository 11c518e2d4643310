// Faults while an exception is being handled, behind a second exception inside the handler. The runtime calls the handlers on top of
// what was thrown through.
#include "../scenarios/scenario.h"

namespace sample {

struct Refused
{
    int code;
};

SAMPLE_FRAME int refuse(int value)
{
    if (opaque(value) != 0)
        throw Refused{value}; // @throw
    return value;
}

SAMPLE_FRAME int cleanUp(int value)
{
    try {
        return refuse(value); // @refused
    } catch (const Refused& refused) {
        faultHere(); // @clean
        return opaque(refused.code);
    }
}

SAMPLE_FRAME int handle(int value)
{
    try {
        return refuse(value); // @tried
    } catch (const Refused& refused) {
        return cleanUp(refused.code) + opaque(1); // @handle
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
