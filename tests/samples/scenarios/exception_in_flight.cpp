// An exception reaches a function that promised none; a handler below is never asked.
#include "scenario.h"

#include <stdexcept>

namespace sample {

SAMPLE_FRAME int refuse(int value)
{
    if (opaque(value) != 0)
        throw std::runtime_error("refused"); // @throw
    return value;
}

SAMPLE_FRAME int promised(int value) noexcept
{
    return refuse(value) + opaque(1); // @promised
}

SAMPLE_FRAME int handle(int value)
{
    try {
        return promised(value) + opaque(1); // @handle
    } catch (const std::exception&) {
        return opaque(2);
    }
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::handle(argc)); // @main
}
