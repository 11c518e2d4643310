// Throws an exception that nobody catches; std::terminate ends the process with the stack still standing.
#include "sample.h"

#include <stdexcept>
#include <string>

namespace sample {

SAMPLE_FRAME int parseNumber(const std::string& text)
{
    if (text.empty() || opaque(true))
        throw std::invalid_argument("not a number: " + text); // @throw
    return static_cast<int>(text.size());
}

template <class Parser>
SAMPLE_FRAME int applyParser(Parser parser, const std::string& text)
{
    const int value = parser(text); // @apply
    return opaque(value);
}

SAMPLE_FRAME int loadSettings(const std::string& file)
{
    const int value = applyParser(parseNumber, file); // @load
    return opaque(value) + 1;
}

} // namespace sample

int main(int argc, char** argv)
{
    const int value = sample::loadSettings(argv[argc - 1]); // @main
    return sample::opaque(value);
}
