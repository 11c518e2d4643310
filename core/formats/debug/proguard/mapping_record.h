// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace faultline::proguard {

/// The lines of a ProGuard or R8 mapping, as views into its text.
/// Source: ProGuard manual, "ReTrace: specifications"; R8 doc/retrace.md.

/// A range of lines, both inclusive. MethodLine says when one of them is absent.
struct MinifiedRange
{
    std::uint32_t start = 0;
    std::uint32_t end = 0;

    friend bool operator==(const MinifiedRange&, const MinifiedRange&) = default;
};

/// "# key: value" or "# key".
struct HeaderLine
{
    std::string_view key;
    std::optional<std::string_view> value;
};

/// "# {…}": a record of R8, still as text.
struct MetadataLine
{
    std::string_view json;
};

/// "original -> obfuscated:".
struct ClassLine
{
    std::string_view original;
    std::string_view obfuscated;
};

/// "    type original -> obfuscated".
struct FieldLine
{
    std::string_view type;
    std::string_view original;
    std::string_view obfuscated;
};

/// "    [start:end:]type [Class.]name(args)[:from[:to]] -> obfuscated".
struct MethodLine
{
    std::optional<MinifiedRange> range;        ///< Ascending, even if the file has it reversed.
    std::optional<std::uint32_t> originalFrom; ///< Absent when the line has no original lines.
    std::optional<std::uint32_t> originalTo;   ///< Absent does not mean equal to `originalFrom`.
    std::string_view returnType;
    std::string_view receiver; ///< The class before the name; empty means the class of the block.
    std::string_view name;
    std::string_view arguments; ///< Joined with commas, as in the file.
    std::string_view obfuscated;
};

} // namespace faultline::proguard
