#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace faultline::sourcebundle {

/// A path that others are compared with when none is equal: sources moved between the build and the
/// bundle. Source: docs/spec/native.md §18.3.
class SimilarPath
{
public:
    /// More is more alike.
    using Likeness = std::size_t;
    static constexpr Likeness kUnlike = 0;

    /// A path of Windows (with a drive or backslashes) is compared without regard to case.
    explicit SimilarPath(std::string_view path);

    /// Components that both end with, where there are at least two; the highest number where the
    /// paths only differ in case. `other` has forward slashes.
    Likeness likenessOf(std::string_view other) const;

private:
    char folded(char c) const;

    std::string m_path;
    bool m_isWindows;
};

} // namespace faultline::sourcebundle
