// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/breakpad_expression.h"

#include <array>

using namespace faultline;

// The first byte chooses the CPU and the first value on the expression's stack. The rest is the
// expression.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::array kFamilies{CpuFamily::Intel32, CpuFamily::Intel64, CpuFamily::Arm32,
                                   CpuFamily::Arm64};
    constexpr std::size_t kMaxTextBytes = 4096;
    if (size == 0)
        return 0;
    const auto expression = std::as_bytes(std::span(data, size)).subspan(1);
    const auto initial =
        (data[0] & 4) != 0 ? std::optional<std::string>(".cfa") : std::optional<std::string>();
    const auto text = app::breakpadExpression(expression, kFamilies[data[0] & 3], initial);
    if (text && (text->empty() || text->size() > kMaxTextBytes))
        __builtin_trap();
    return 0;
}
