// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/function_table.h"

#include "core/base/byte_reader.h"
#include "core/server/mozilla/function_table_format.h"

#include <algorithm>

namespace faultline::server::mozilla {

namespace format = table_format;

namespace {

constexpr std::uint32_t kWordBytes = 4;

} // namespace

struct FunctionTable::Function
{
    std::uint32_t firstInline = 0;
    std::uint32_t inlineCount = 0;
    std::uint32_t firstLine = 0;
    std::uint32_t lineCount = 0;
};

Result<FunctionTable> FunctionTable::open(ByteView bytes)
{
    FunctionTable table(std::move(bytes));
    ByteReader header(table.m_bytes.span());
    if (header.u32() != format::kMagic || header.u32() != format::kVersion)
        return fail(ErrorKind::Malformed, "function table: unknown magic or version");
    std::uint64_t at = std::uint64_t{format::kHeaderWords} * kWordBytes;
    const auto place = [&](Section& section, std::uint32_t recordBytes) {
        section = {.offset = at, .count = header.u32()};
        at += std::uint64_t{section.count} * recordBytes;
    };
    place(table.m_starts, format::kStartWords * kWordBytes);
    place(table.m_segments, format::kSegmentWords * kWordBytes);
    place(table.m_functions, format::kFunctionWords * kWordBytes);
    place(table.m_lines, format::kLineWords * kWordBytes);
    place(table.m_inlines, format::kInlineWords * kWordBytes);
    place(table.m_files, format::kFileWords * kWordBytes);
    place(table.m_text, 1);
    table.m_moduleFileOffset = header.u32();
    table.m_moduleFileBytes = header.u32();
    if (!header.ok() || at != table.m_bytes.size())
        return fail(ErrorKind::Malformed, "function table: sections end at ", at, " of ",
                    table.m_bytes.size(), " bytes");
    return table;
}

std::uint32_t FunctionTable::word(const Section& section,
                                  std::uint32_t width,
                                  std::uint32_t index,
                                  std::uint32_t field) const
{
    ByteReader reader(m_bytes.span());
    reader.seek(section.offset + (std::uint64_t{index} * width + field) * kWordBytes);
    return reader.u32();
}

std::string_view FunctionTable::text(std::uint32_t offset, std::uint32_t sizeBytes) const
{
    if (!rangeFits(offset, sizeBytes, m_text.count))
        return {};
    return m_bytes.text().substr(static_cast<std::size_t>(m_text.offset) + offset, sizeBytes);
}

std::string_view FunctionTable::fileName(std::uint32_t file) const
{
    if (file >= m_files.count)
        return {};
    return text(word(m_files, format::kFileWords, file, 0),
                word(m_files, format::kFileWords, file, 1));
}

std::string_view FunctionTable::moduleFile() const
{
    return text(m_moduleFileOffset, m_moduleFileBytes);
}

/// Returns the last record, from `first` on, whose first field is at or below `offset`; kNone when
/// all are above it. The records must be sorted by that field.
std::uint32_t FunctionTable::lastAtOrBelow(const Section& section,
                                           std::uint32_t width,
                                           std::uint64_t offset,
                                           std::uint32_t first,
                                           std::uint32_t count) const
{
    if (!rangeFits(first, count, section.count))
        return format::kNone;
    std::uint32_t low = first;
    std::uint32_t high = first + count;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (word(section, width, middle, 0) <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low == first ? format::kNone : low - 1;
}

std::optional<FunctionTable::Function> FunctionTable::coveringFunction(std::uint64_t offset) const
{
    const auto segment =
        lastAtOrBelow(m_segments, format::kSegmentWords, offset, 0, m_segments.count);
    if (segment == format::kNone)
        return std::nullopt;
    const auto index = word(m_segments, format::kSegmentWords, segment, 1);
    if (index >= m_functions.count)
        return std::nullopt;
    const auto field = [&](std::uint32_t number) {
        return word(m_functions, format::kFunctionWords, index, number);
    };
    const Function function{field(0), field(1), field(2), field(3)};
    if (!rangeFits(function.firstInline, function.inlineCount, m_inlines.count))
        return std::nullopt;
    return function;
}

/// The inlined calls at an offset form a chain, outermost first. Each record's call position lies
/// in the call before it.
void FunctionTable::addPosition(const Function& function,
                                std::uint32_t offset,
                                FunctionMatch& match) const
{
    std::string_view* file = &match.file;
    std::uint32_t* line = &match.line;
    for (std::uint32_t i = 0; i < function.inlineCount; ++i) {
        const auto field = [&](std::uint32_t number) {
            return word(m_inlines, format::kInlineWords, function.firstInline + i, number);
        };
        if (offset < field(0) || offset >= field(1))
            continue;
        *file = fileName(field(4));
        *line = field(5);
        auto& call = match.inlines.emplace_back();
        call.function = text(field(2), field(3));
        file = &call.file;
        line = &call.line;
    }
    const auto row =
        lastAtOrBelow(m_lines, format::kLineWords, offset, function.firstLine, function.lineCount);
    if (row != format::kNone) {
        *file = fileName(word(m_lines, format::kLineWords, row, 1));
        *line = word(m_lines, format::kLineWords, row, 2);
    }
    std::ranges::reverse(match.inlines);
}

std::optional<FunctionMatch> FunctionTable::find(std::uint64_t offset) const
{
    const auto start = lastAtOrBelow(m_starts, format::kStartWords, offset, 0, m_starts.count);
    if (start == format::kNone)
        return std::nullopt;
    FunctionMatch match;
    match.function = text(word(m_starts, format::kStartWords, start, 1),
                          word(m_starts, format::kStartWords, start, 2));
    match.functionOffset = offset - word(m_starts, format::kStartWords, start, 0);
    if (const auto function = coveringFunction(offset))
        addPosition(*function, static_cast<std::uint32_t>(offset), match);
    return match;
}

} // namespace faultline::server::mozilla
