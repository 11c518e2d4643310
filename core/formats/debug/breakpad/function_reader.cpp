// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/breakpad/function_reader.h"

#include <algorithm>
#include <utility>

namespace faultline::breakpad {

namespace {

constexpr std::uint64_t kAddressEnd = 0xffffffff;

/// If more than this many lines and more than one line in four are meaningless, the unit is not
/// symbol text.
constexpr std::size_t kToleratedLines = 64;

using Address = std::uint64_t;

/// The ranges [first, second) that the spans cover, in ascending order.
std::vector<std::pair<Address, Address>> mergedRanges(const std::vector<InlineSpan>& spans)
{
    std::vector<std::pair<Address, Address>> ranges;
    ranges.reserve(spans.size());
    for (const auto& span : spans)
        ranges.emplace_back(span.begin, span.end);
    std::ranges::sort(ranges);
    std::size_t kept = 0;
    for (const auto& range : ranges) {
        if (kept > 0 && range.first <= ranges[kept - 1].second)
            ranges[kept - 1].second = std::max(ranges[kept - 1].second, range.second);
        else
            ranges[kept++] = range;
    }
    ranges.resize(kept);
    return ranges;
}

/// How many lines pass between two looks at the stop token.
constexpr std::size_t kLinesPerStopCheck = 4096;

} // namespace

FunctionReader::FunctionReader(const RecordIndex& index, const ParseLimits& limits)
    : m_index(index), m_limits(limits), m_fileOf(index.files.size(), object::kNoIndex)
{
}

Result<object::DebugUnit>
FunctionReader::read(std::string_view text, std::size_t offset, const std::stop_token& stop)
{
    LineScanner lines(text);
    std::size_t lineCount = 0;
    while (!lines.atEnd()) {
        if (lineCount++ % kLinesPerStopCheck == 0 && stop.stop_requested())
            return fail(ErrorKind::Cancelled, "breakpad functions: stopped");
        const std::string_view line = lines.next();
        if (!line.empty())
            readRecord(line);
    }
    endFunction();
    if (m_unit.damagedRecords > kToleratedLines && m_unit.damagedRecords > lineCount / 4)
        return fail(ErrorKind::Malformed, "breakpad functions at offset ", Hex{offset}, ": ",
                    m_unit.damagedRecords, " of ", lineCount, " lines cannot be read");
    return std::move(m_unit);
}

void FunctionReader::readRecord(std::string_view line)
{
    FieldReader fields(line);
    if (fields.accept("FUNC")) {
        endFunction();
        beginFunction(fields);
    } else if (fields.accept("INLINE")) {
        addInline(fields);
    } else if (fields.accept("PUBLIC")) {
        endFunction();
    } else if (line.starts_with("INLINE_ORIGIN ") || line.starts_with("FILE ") ||
               line.starts_with("INFO ")) {
        return; // Known from the index.
    } else {
        addLine(fields);
    }
}

void FunctionReader::beginFunction(FieldReader fields)
{
    fields.accept("m"); // Several symbols share the address.
    const std::uint64_t address = fields.hex();
    const std::uint64_t size = fields.hex();
    fields.hex(); // Bytes of parameters.
    if (!fields.ok())
        return damaged();
    if (size == 0 || address >= kAddressEnd)
        return;
    m_inFunction = true;
    m_function = {};
    m_function.begin = static_cast<std::uint32_t>(address);
    m_function.end = static_cast<std::uint32_t>(address + std::min(size, kAddressEnd - address));
    m_function.entry = m_function.begin;
    m_function.name = fields.rest(kUnknownName);
}

void FunctionReader::addInline(FieldReader fields)
{
    const bool isOld = m_index.hasOldInlines;
    InlineSpan span;
    span.depth = fields.decimal();
    span.call.callLine = fields.lineNumber();
    const std::uint64_t callFile = isOld ? 0 : fields.decimal();
    const std::uint64_t origin = fields.decimal();
    if (!fields.ok() || fields.atEnd() || span.depth >= m_limits.maxTreeDepth)
        return damaged();
    if (!m_inFunction)
        return;
    setOrigin(span, origin);
    // The call lies in the function around it.
    if (!isOld)
        span.call.callFile = fileIndex(callFile);
    else if (span.depth > 0)
        span.call.callFile = m_originFiles[static_cast<std::size_t>(span.depth - 1)];
    while (!fields.atEnd()) {
        span.begin = fields.hex();
        const std::uint64_t size = fields.hex();
        if (!fields.ok())
            return damaged();
        span.begin = std::max<std::uint64_t>(span.begin, m_function.begin);
        span.end = span.begin + std::min(size, kAddressEnd - std::min(span.begin, kAddressEnd));
        span.end = std::min<std::uint64_t>(span.end, m_function.end);
        if (span.begin < span.end)
            m_inlines.push_back(span);
    }
}

void FunctionReader::setOrigin(InlineSpan& span, std::uint64_t origin)
{
    const auto depth = static_cast<std::size_t>(span.depth);
    m_originFiles.resize(std::max(m_originFiles.size(), depth + 1), object::kNoIndex);
    m_originFiles[depth] = object::kNoIndex;
    const std::size_t position = m_index.inlineOrigins.find(origin);
    if (position == m_index.inlineOrigins.size())
        return;
    span.call.name = m_index.inlineOrigins.text(position);
    if (!m_index.hasOldInlines)
        return;
    const auto found = readInlineOrigin(span.call.name);
    span.call.name = found.name;
    if (found.file)
        m_originFiles[depth] = fileIndex(*found.file);
}

/// In the form of 2021, only lines outside all inline functions tell the file of the function
/// itself, in which its calls lie.
void FunctionReader::completeOldCalls()
{
    const auto inlined = mergedRanges(m_inlines);
    const auto isOwn = [&](const LineSpan& line) {
        const auto next =
            std::ranges::upper_bound(inlined, line.begin, {}, &std::pair<Address, Address>::first);
        return next == inlined.begin() || std::prev(next)->second <= line.begin;
    };
    const auto own = std::ranges::find_if(m_lines, isOwn);
    if (own == m_lines.end())
        return;
    for (auto& span : m_inlines) {
        if (span.depth == 0)
            span.call.callFile = own->file;
    }
}

void FunctionReader::addLine(FieldReader fields)
{
    const std::uint64_t address = fields.hex();
    const std::uint64_t size = fields.hex();
    const std::uint32_t line = fields.lineNumber();
    const std::uint64_t file = fields.decimal();
    if (!fields.ok())
        return damaged();
    if (!m_inFunction || size == 0 || address >= m_function.end)
        return;
    const std::uint64_t end = address + std::min(size, kAddressEnd - address);
    if (end > m_function.begin)
        m_lines.push_back({std::max<std::uint64_t>(address, m_function.begin),
                           std::min<std::uint64_t>(end, m_function.end), fileIndex(file), line});
}

void FunctionReader::endFunction()
{
    if (m_inFunction) {
        m_function.firstInline = static_cast<std::uint32_t>(m_unit.inlines.size());
        m_function.firstLine = static_cast<std::uint32_t>(m_unit.lines.size());
        if (m_index.hasOldInlines)
            completeOldCalls();
        appendNested(m_inlines, m_unit.inlines);
        layOutLines();
        m_function.inlineCount =
            static_cast<std::uint32_t>(m_unit.inlines.size()) - m_function.firstInline;
        m_function.lineCount =
            static_cast<std::uint32_t>(m_unit.lines.size()) - m_function.firstLine;
        m_unit.functions.push_back(m_function);
    }
    m_inFunction = false;
    m_originFiles.clear();
    m_inlines.clear();
    m_lines.clear();
}

/// Line records have sizes of their own: where one ends and none follows, no line is known.
void FunctionReader::layOutLines()
{
    const auto byAddress = [](const LineSpan& span) { return span.begin; };
    if (!std::ranges::is_sorted(m_lines, {}, byAddress))
        std::ranges::stable_sort(m_lines, {}, byAddress);
    std::uint64_t position = m_function.begin;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const LineSpan& span = m_lines[i];
        if (i > 0 && span.begin == m_lines[i - 1].begin)
            continue;
        if (i > 0 && position < span.begin)
            m_unit.lines.push_back({.address = static_cast<std::uint32_t>(position)});
        m_unit.lines.push_back({.address = static_cast<std::uint32_t>(span.begin),
                                .file = span.file,
                                .line = span.line});
        position = span.end;
    }
    if (!m_lines.empty() && position < m_function.end)
        m_unit.lines.push_back({.address = static_cast<std::uint32_t>(position)});
}

std::uint32_t FunctionReader::fileIndex(std::uint64_t id)
{
    const std::size_t position = m_index.files.find(id);
    if (position >= m_fileOf.size())
        return object::kNoIndex;
    if (m_fileOf[position] == object::kNoIndex) {
        m_fileOf[position] = static_cast<std::uint32_t>(m_unit.files.size());
        m_unit.files.emplace_back().name = m_index.files.text(position);
    }
    return m_fileOf[position];
}

} // namespace faultline::breakpad
