#pragma once

#include "core/formats/debug/proguard/mapping_record.h"

#include <string_view>
#include <variant>

namespace faultline::proguard {

/// A line that is none of the known kinds.
struct DamagedLine
{
};

using MappingLine =
    std::variant<DamagedLine, HeaderLine, MetadataLine, ClassLine, FieldLine, MethodLine>;

/// Reads one line without its line break. Inverted ranges come back ascending, and a line range
/// without original lines counts as its own original. More blanks than the format asks for are
/// tolerated; so is an indented class line, which cannot be mistaken for a member because only it
/// ends with a colon and has no blank in front of its arrow. Never fails: what it cannot read is a
/// DamagedLine (text that is no UTF-8, a number beyond 32 bits, a line range with one number).
MappingLine parseMappingLine(std::string_view line);

/// Cuts a text into lines: any run of CR and LF ends one.
class MappingLines
{
public:
    explicit MappingLines(std::string_view text);

    /// Absent at the end; never empty.
    std::optional<std::string_view> next();

private:
    std::string_view m_rest;
};

} // namespace faultline::proguard
