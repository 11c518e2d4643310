// Faults while an exception is being handled, behind a second exception inside the handler.
#include "scenario.h"

#include <stdexcept>

namespace sample {

SAMPLE_FRAME int refuse(int value)
{
    if (opaque(value) != 0)
        throw std::runtime_error("refused");
    return value;
}

SAMPLE_FRAME int cleanUp(int value)
{
    try {
        return refuse(value);
    } catch (const std::exception&) {
        faultHere(); // @clean
        return opaque(3);
    }
}

SAMPLE_FRAME int handle(int value)
{
    try {
        return refuse(value);
    } catch (const std::exception&) {
        return cleanUp(value) + opaque(1); // @handle
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
