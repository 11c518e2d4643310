// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/debug/breakpad/inline_nesting.h"
#include "core/formats/debug/breakpad/line_scanner.h"
#include "core/formats/debug/breakpad/record_index.h"
#include "core/formats/debug/object/debug_info.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace faultline::breakpad {

/// Reads the functions of one unit: FUNC records with their INLINE and line records. Use one object
/// per unit.
class FunctionReader
{
public:
    FunctionReader(const RecordIndex& index, const ParseLimits& limits);

    /// `offset` is the unit's place in the file, for error texts. Errors: Malformed (most lines
    /// cannot be read), Cancelled.
    Result<object::DebugUnit>
    read(std::string_view text, std::size_t offset, const std::stop_token& stop);

private:
    /// A range of an INLINE record. The spans of one record share all other data.
    struct LineSpan
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint32_t file = object::kNoIndex;
        std::uint32_t line = 0;
    };

    void readRecord(std::string_view line);
    void beginFunction(FieldReader fields);
    void addInline(FieldReader fields);
    void setOrigin(InlineSpan& span, std::uint64_t origin);
    void completeOldCalls();
    void addLine(FieldReader fields);
    void endFunction();
    void layOutLines();
    std::uint32_t fileIndex(std::uint64_t id);

    void damaged() { ++m_unit.damagedRecords; }

    const RecordIndex& m_index;
    const ParseLimits& m_limits;
    object::DebugUnit m_unit;
    std::vector<std::uint32_t>
        m_fileOf; // For each FILE record: its index in the unit; object::kNoIndex while unused.
    object::DebugFunction m_function;
    bool m_inFunction = false;
    std::vector<InlineSpan> m_inlines; // Inlines of the current function.
    std::vector<std::uint32_t>
        m_originFiles; // For each depth: the file of the last inline function there, if known.
    std::vector<LineSpan> m_lines;
};

} // namespace faultline::breakpad
