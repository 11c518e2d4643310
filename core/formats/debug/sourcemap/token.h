// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace faultline::sourcemap {

/// The index of an absent source or name, and the position of a token that is not mapped.
inline constexpr std::uint32_t kNone = 0xffff'ffff;

/// A position in a text. Line and column count from 0; columns are UTF-16 units.
struct Position
{
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend auto operator<=>(const Position&, const Position&) = default;
};

/// One decoded segment of `mappings`. The text from its generated position on comes from an
/// original position, or from none if the segment has no source.
struct Token
{
    Position generated;
    std::uint32_t source = kNone;
    Position original{kNone, kNone};
    std::uint32_t name = kNone;
    bool isRange = false; ///< The original column advances with the generated one.

    bool isMapped() const { return source != kNone; }

    bool hasSameOriginal(const Token& other) const
    {
        return source == other.source && original == other.original && name == other.name &&
               isRange == other.isRange;
    }
};

} // namespace faultline::sourcemap
