// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace faultline {

/// A text that stands in the program and so lives as long as it. Only literals convert to it: the
/// compiler refuses everything else. What is published under such a text can be neither freed
/// memory nor a text from outside.
class StaticText : public std::string_view
{
public:
    constexpr StaticText() = default;

    template <std::size_t N>
    consteval StaticText(const char (&literal)[N]) : std::string_view(literal, N - 1)
    {
    }
};

/// The one of `set` that says the same as `text`, or `otherwise`.
constexpr StaticText
oneOf(std::span<const StaticText> set, std::string_view text, StaticText otherwise)
{
    const auto found = std::ranges::find_if(set, [text](StaticText one) { return one == text; });
    return found == set.end() ? otherwise : *found;
}

} // namespace faultline
