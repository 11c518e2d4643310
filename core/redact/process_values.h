// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace faultline::redact {

struct KeptVariables
{
    std::string json;        ///< Empty when no variable stays.
    std::size_t removed = 0; ///< Variables that went.
};

/// The variables of a frame whose values are numbers, flags or null; all others go with their
/// names' values: texts, and structures, whose keys may be texts as well. A text that is a number
/// counts as one. `json` is an object; anything else goes whole.
KeptVariables keepNumbers(std::string_view json);

} // namespace faultline::redact
