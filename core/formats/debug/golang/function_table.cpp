// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/golang/function_table.h"

#include <algorithm>

namespace faultline::golang {

namespace {

constexpr std::uint32_t kNoOffset = 0xffffffff;
/// Longer texts are no names. Any number of functions may refer to one text.
constexpr std::size_t kMaxTextBytes = 64 * 1024;

} // namespace

Result<FunctionTable> FunctionTable::open(ByteView table,
                                          std::uint64_t address,
                                          const TableHeader& header,
                                          std::uint64_t textStart)
{
    if (header.hasTextOffsets() && textStart == 0)
        return fail(ErrorKind::Unsupported,
                    "Go function table: nothing says where the program's code begins");
    return FunctionTable(std::move(table), address, header, textStart);
}

ByteReader FunctionTable::readerAt(std::uint64_t offset) const
{
    ByteReader reader(m_table.span(), m_header.order);
    reader.seek(offset);
    return reader;
}

/// Also of the index after the last function: the end of the code.
std::uint64_t FunctionTable::addressOf(std::size_t index) const
{
    const auto field = m_header.fieldBytes();
    auto reader = readerAt(m_header.functions + std::uint64_t{2} * field * index);
    const auto value = reader.unsignedOf(field);
    return m_header.hasTextOffsets() ? m_textStart + value : value;
}

/// Source of the layouts: Go, src/runtime/runtime2.go, `_func`, and debug/gosym/pclntab.go.
Result<Function> FunctionTable::function(std::size_t index) const
{
    if (index >= size())
        return fail(ErrorKind::Malformed, "Go function ", index, " of ", size());
    const auto field = m_header.fieldBytes();
    auto entry = readerAt(m_header.functions + std::uint64_t{2} * field * index + field);
    const auto recordOffset = entry.unsignedOf(field);
    Function function;
    function.entry = addressOf(index);
    function.end = addressOf(index + 1);
    if (function.end <= function.entry)
        return fail(ErrorKind::Malformed, "Go function ", index, " at ", Hex{function.entry},
                    ": ends at ", Hex{function.end});
    if (recordOffset > m_table.size() - m_header.records)
        return fail(ErrorKind::Malformed, "Go function ", index, ": record at offset ",
                    Hex{recordOffset}, " of ", m_table.size() - m_header.records, " bytes");
    auto record = readerAt(m_header.records + recordOffset);
    record.skip(field); // The entry address again.
    const auto name = record.i32();
    record.skip(8); // Sizes of arguments and, before Go 1.4, of the frame.
    function.stackBytes = record.u32();
    function.fileNumbers = record.u32();
    function.lineNumbers = record.u32();
    function.pcDataCount = record.u32();
    if (m_header.version >= TableVersion::Go116)
        function.unit = record.u32();
    if (m_header.version >= TableVersion::Go120)
        record.skip(4); // Line of the function itself.
    const auto special =
        record.u8(); // The runtime's number of a function that it treats specially.
    record.skip(2);
    function.functionDataCount = record.u8();
    // Before Go 1.12 the count has four bytes.
    if (m_header.version == TableVersion::Go12 && function.functionDataCount == 0)
        function.functionDataCount = special;
    function.pcData = record.offset();
    const auto text = nameAt(name);
    if (!record.ok() || !text)
        return fail(ErrorKind::Malformed, "Go function ", index, ": record at offset ",
                    Hex{recordOffset}, record.ok() ? " has no name" : " is cut off");
    function.name = *text;
    return function;
}

std::optional<Function> FunctionTable::find(std::uint64_t address) const
{
    std::size_t low = 0;
    std::size_t high = size();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (addressOf(middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    auto found = low > 0 ? function(low - 1) : std::unexpected(Error{});
    if (!found || address < found->entry || address >= found->end)
        return std::nullopt;
    return *std::move(found);
}

PcValues FunctionTable::values(const Function& function, std::uint32_t offset) const
{
    const auto at = m_header.pcValues + offset;
    const auto rows = offset != 0 && at < m_table.size()
                          ? m_table.span().subspan(static_cast<std::size_t>(at))
                          : Bytes{};
    return {rows, function.entry, m_header.codeUnitBytes};
}

std::optional<PcValues> FunctionTable::pcData(const Function& function, std::uint32_t index) const
{
    if (index >= function.pcDataCount)
        return std::nullopt;
    auto reader = readerAt(function.pcData);
    reader.skip(std::uint64_t{4} * index);
    const auto offset = reader.u32();
    return reader.ok() && offset != 0 ? std::optional(values(function, offset)) : std::nullopt;
}

std::optional<FunctionTable::FunctionData> FunctionTable::functionData(const Function& function,
                                                                       std::uint32_t index) const
{
    if (index >= function.functionDataCount)
        return std::nullopt;
    const unsigned wordBytes = m_header.hasTextOffsets() ? 4 : m_header.wordBytes;
    auto at = function.pcData + std::uint64_t{4} * function.pcDataCount;
    if (wordBytes == 8) // Pointers are aligned in memory.
        at += (m_address + at) & 4;
    at += std::uint64_t{wordBytes} * index;
    auto reader = readerAt(at);
    const auto value = reader.unsignedOf(wordBytes);
    if (!reader.ok() || (m_header.hasTextOffsets() && value == kNoOffset))
        return std::nullopt;
    return FunctionData{.address = m_address + at, .value = value};
}

std::string_view FunctionTable::textAt(std::uint64_t offset) const
{
    if (offset >= m_table.size())
        return {};
    const auto rest = m_table.span().subspan(static_cast<std::size_t>(offset));
    return ByteReader(rest.first(std::min(rest.size(), kMaxTextBytes))).cString();
}

std::string_view FunctionTable::file(const Function& function, std::int32_t number) const
{
    if (number < 0)
        return {};
    const auto index = static_cast<std::uint32_t>(number);
    const bool isSingle = m_header.version == TableVersion::Go12;
    const auto list =
        isSingle ? m_header.files : m_header.unitFiles + std::uint64_t{4} * function.unit;
    auto reader = readerAt(list + std::uint64_t{4} * index);
    const auto offset = reader.u32();
    if (!reader.ok() || offset == kNoOffset || (isSingle && index == 0))
        return {};
    return textAt(isSingle ? offset : m_header.files + offset);
}

/// Before Go 1.16, names lie anywhere in the table; what precedes one is then not checked.
std::optional<std::string_view> FunctionTable::nameAt(std::int32_t offset) const
{
    if (offset < 0 || (m_header.version == TableVersion::Go12 && offset == 0))
        return std::nullopt;
    const auto at = m_header.names + static_cast<std::uint32_t>(offset);
    if (offset > 0 && m_header.version != TableVersion::Go12 && readerAt(at - 1).u8() != 0)
        return std::nullopt;
    const auto text = textAt(at);
    return text.empty() ? std::nullopt : std::optional(text);
}

} // namespace faultline::golang
