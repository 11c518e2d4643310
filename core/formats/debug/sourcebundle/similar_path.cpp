// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/similar_path.h"

#include <algorithm>
#include <limits>

namespace faultline::sourcebundle {

namespace {

constexpr std::size_t kFewestComponents = 2;

bool hasDrive(std::string_view path)
{
    return path.size() > 2 && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
}

} // namespace

SimilarPath::SimilarPath(std::string_view path)
    : m_path(path), m_isWindows(hasDrive(path) || path.contains('\\'))
{
    std::ranges::replace(m_path, '\\', '/');
    std::ranges::transform(m_path, m_path.begin(), [this](char c) { return folded(c); });
}

char SimilarPath::folded(char c) const
{
    return m_isWindows && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

SimilarPath::Likeness SimilarPath::likenessOf(std::string_view other) const
{
    const auto same = [this](char mine, char theirs) { return mine == folded(theirs); };
    const auto [mine, theirs] =
        std::mismatch(m_path.rbegin(), m_path.rend(), other.rbegin(), other.rend(), same);
    const bool isMineUsedUp = mine == m_path.rend();
    const bool isTheirsUsedUp = theirs == other.rend();
    if (isMineUsedUp && isTheirsUsedUp)
        return std::numeric_limits<Likeness>::max();
    // The last compared component counts only if it is equal as a whole.
    auto components = static_cast<std::size_t>(std::count(m_path.rbegin(), mine, '/'));
    const bool isWhole = (isMineUsedUp && *theirs == '/') || (isTheirsUsedUp && *mine == '/');
    if (isWhole && mine != m_path.rbegin() && *(mine - 1) != '/')
        ++components;
    return components >= kFewestComponents ? components : kUnlike;
}

} // namespace faultline::sourcebundle
