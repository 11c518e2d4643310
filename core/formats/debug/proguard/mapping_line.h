// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_record.h"

#include <string_view>
#include <variant>

namespace faultline::proguard {

/// A line of no known kind.
struct DamagedLine
{
};

using MappingLine =
    std::variant<DamagedLine, HeaderLine, MetadataLine, ClassLine, FieldLine, MethodLine>;

/// Reads one line without its line break. Reverses an inverted range. A line range without original
/// lines counts as its own original. Accepts more blanks than the format needs, and an indented
/// class line: only class lines end with a colon and have no blank before the arrow, so it cannot
/// be a member. Never fails; an unreadable line (text that is not UTF-8, a number beyond 32 bits, a
/// line range with one number) becomes a DamagedLine.
MappingLine parseMappingLine(std::string_view line);

/// Splits a text into lines. Any run of CR and LF ends a line.
class MappingLines
{
public:
    explicit MappingLines(std::string_view text);

    /// Absent at the end. A returned line is never empty.
    std::optional<std::string_view> next();

private:
    std::string_view m_rest;
};

} // namespace faultline::proguard
