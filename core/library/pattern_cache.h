// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signature/pattern_set.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace faultline::library {

/// Compiled regular expressions of the last searches.
class PatternCache
{
public:
    /// Is the expression in the text? One that Query::parse() refuses is in none.
    bool matches(std::string_view pattern, std::string_view text);

private:
    std::map<std::string, signature::Pattern, std::less<>> m_patterns;
};

} // namespace faultline::library
