#pragma once

#include <compare>
#include <cstdint>

namespace faultline::sourcemap {

/// "None" among indexes of sources and names, and of positions that are not mapped.
inline constexpr std::uint32_t kNone = 0xffff'ffff;

/// A place in a text: 0-based line, 0-based column in UTF-16 units.
struct Position
{
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend auto operator<=>(const Position&, const Position&) = default;
};

/// One segment of `mappings`, decoded: from its generated position on, the text comes from an
/// original position. Without a source it marks text that comes from nowhere.
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
