// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/pattern_cache.h"

namespace faultline::library {

namespace {

/// More than a search can have.
constexpr std::size_t kMaxPatterns = 128;

} // namespace

bool PatternCache::matches(std::string_view pattern, std::string_view text)
{
    auto found = m_patterns.find(pattern);
    if (found == m_patterns.end()) {
        auto compiled = signature::Pattern::compile(pattern);
        if (!compiled)
            return false;
        if (m_patterns.size() == kMaxPatterns)
            m_patterns.clear();
        found = m_patterns.emplace(std::string(pattern), *std::move(compiled)).first;
    }
    return found->second.isIn(text);
}

} // namespace faultline::library
