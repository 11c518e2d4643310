// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace faultline::sourcebundle {

/// A path to compare others with when none is equal, because sources moved between build and
/// bundle. Source: docs/spec/native.md §18.3.
class SimilarPath
{
public:
    /// A larger number means more similar.
    using Likeness = std::size_t;
    static constexpr Likeness kUnlike = 0;

    /// A Windows path (with a drive or backslashes) is compared ignoring case.
    explicit SimilarPath(std::string_view path);

    /// Number of components at the end that both have in common, if at least two. The highest
    /// number if the paths differ only in case. `other` has forward slashes.
    Likeness likenessOf(std::string_view other) const;

private:
    char folded(char c) const;

    std::string m_path;
    bool m_isWindows;
};

} // namespace faultline::sourcebundle
