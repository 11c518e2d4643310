// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/names/llvm/llvm_demangle.h"

#include <utility>

namespace faultline::demangling {

std::optional<std::string> withinLimits(std::string text)
{
    return text.empty() || text.size() > kMaxOutputBytes ? std::nullopt
                                                         : std::optional(std::move(text));
}

} // namespace faultline::demangling
