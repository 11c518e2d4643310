#include "core/base/result.h"

#include <array>
#include <charconv>

namespace faultline::detail {

void appendPart(std::string& out, Hex part)
{
    std::array<char, 16> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), part.value, 16).ptr;
    out += "0x";
    out.append(digits.data(), end);
}

} // namespace faultline::detail
