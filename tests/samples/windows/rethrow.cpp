// A handler throws what it has caught again, and nobody catches that.
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

SAMPLE_FRAME int passOn(int value)
{
    if (opaque(value) != 0)
        throw; // @again
    return value;
}

SAMPLE_FRAME int handle(int value)
{
    try {
        return refuse(value); // @tried
    } catch (const Refused& refused) {
        return passOn(refused.code) + opaque(1); // @handle
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
