// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a query.
#include "core/base/byte_view.h"
#include "core/query/expression.h"

#include <algorithm>
#include <cstdint>

using namespace faultline;
using namespace faultline::query;

namespace {

std::size_t depthOf(const Expression& expression)
{
    std::size_t deepest = 0;
    for (const auto& part : expression.parts)
        deepest = std::max(deepest, depthOf(part));
    return deepest + 1;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    const auto expression = parseExpression(bytes.text());
    if (expression && depthOf(*expression) > kMostParts + kDeepest)
        __builtin_trap();
    return 0;
}
