// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/find_part.h"

#include <cstring>

namespace faultline {

std::size_t findPart(std::string_view text, std::string_view part, std::size_t from)
{
    if (from >= text.size()) // An empty text may have no bytes to point to.
        return from == text.size() && part.empty() ? from : std::string_view::npos;
    const auto* found = static_cast<const char*>(
        ::memmem(text.data() + from, text.size() - from, part.data(), part.size()));
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(found - text.data());
}

} // namespace faultline
