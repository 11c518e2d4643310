// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/symcache_emitter.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace faultline::symcache {

using namespace symcache_format;

namespace {

/// Mean rows per bucket of the index, as a power of two: small enough that a bucket's starts share
/// a cache line or two.
constexpr std::uint32_t kRowsPerBucketLog2 = 2;

std::uint32_t chooseBucketShift(std::uint64_t span, std::uint32_t rows)
{
    const std::uint64_t buckets = std::max<std::uint64_t>(1, rows >> kRowsPerBucketLog2);
    std::uint32_t shift = 0;
    while (shift < 31 && (span >> shift) >= buckets)
        ++shift;
    return shift;
}

} // namespace

SymCacheEmitter::SymCacheEmitter(Content content, SectionWriter& writer)
    : m_content(content), m_writer(writer), m_strings(content.strings.idLimit()),
      m_files(content.files.size())
{
}

Result<void> SymCacheEmitter::run(const std::stop_token& stop)
{
    FL_CHECK(numberInlines());
    using Step = void (SymCacheEmitter::*)();
    for (const Step step : {&SymCacheEmitter::writeFunctions, &SymCacheEmitter::writeInlines,
                            &SymCacheEmitter::writeStarts, &SymCacheEmitter::writeRows,
                            &SymCacheEmitter::writeIndex, &SymCacheEmitter::writeFiles,
                            &SymCacheEmitter::writeSources, &SymCacheEmitter::writeNames}) {
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "symcache: stopped while writing");
        (this->*step)();
    }
    return writeStrings();
}

const CompactUnit::Function* SymCacheEmitter::compactFunction(const MappedFunction& function) const
{
    if (function.unit == MappedFunction::kSymbolTable)
        return nullptr;
    return &m_content.units[function.unit].functions[function.function];
}

const CompactUnit::Function& SymCacheEmitter::bareRange(const BareLines& lines) const
{
    return m_content.units[lines.unit].bareLines[lines.index];
}

RowCursor SymCacheEmitter::rowsOf(const AddressSegment& segment) const
{
    const MappedFunction& function = m_content.map.functions[segment.claim];
    const auto* compact = compactFunction(function);
    if (compact != nullptr)
        return {m_content.units[function.unit].rows, compact->rowsAt, compact->begin,
                compact->rowCount};
    const BareLines& lines = m_content.map.bareLines[segment.lines];
    const auto& range = bareRange(lines);
    return {m_content.units[lines.unit].rows, range.rowsAt, range.begin, range.rowCount};
}

Result<void> SymCacheEmitter::numberInlines()
{
    std::uint64_t next = 0;
    std::uint64_t rows = m_content.map.segments.size() * 2;
    for (MappedFunction& function : m_content.map.functions) {
        function.inlineBase = static_cast<std::uint32_t>(next);
        if (const auto* compact = compactFunction(function)) {
            next += compact->inlineCount;
            rows += compact->rowCount;
        }
    }
    for (const BareLines& lines : m_content.map.bareLines)
        rows += bareRange(lines).rowCount;
    if (next + m_content.map.functions.size() >= kNone || rows >= kNone)
        return fail(ErrorKind::Unsupported, "symcache: ", m_content.map.functions.size(),
                    " functions, ", next, " inlined calls and ", rows,
                    " rows are more than 32 bits can count");
    return {};
}

void SymCacheEmitter::writeFunctions()
{
    m_writer.begin(symcache_format::Section::Functions);
    for (const MappedFunction& function : m_content.map.functions) {
        const bool isSymbol = function.unit == MappedFunction::kSymbolTable;
        m_writer.put(function.begin);
        m_writer.put(static_cast<std::uint32_t>(std::min<std::uint64_t>(function.end, 0xffffffff)));
        m_writer.put(function.entry);
        m_writer.put(m_strings.numberOf(function.name));
        m_writer.put(static_cast<std::uint8_t>(function.language));
        m_writer.put(isSymbol ? kFromSymbolTable : std::uint8_t{0});
        m_writer.put(std::uint16_t{0});
    }
}

void SymCacheEmitter::writeInlines()
{
    m_writer.begin(symcache_format::Section::Inlines);
    const auto functionCount = static_cast<std::uint32_t>(m_content.map.functions.size());
    for (std::uint32_t number = 0; number < functionCount; ++number) {
        const MappedFunction& function = m_content.map.functions[number];
        const auto* compact = compactFunction(function);
        if (compact == nullptr)
            continue;
        const auto& inlines = m_content.units[function.unit].inlines;
        for (std::uint32_t i = 0; i < compact->inlineCount; ++i) {
            const CompactUnit::Inline& call = inlines[compact->firstInline + i];
            m_writer.put(call.parent == object::kNoIndex
                             ? number
                             : functionCount + function.inlineBase + call.parent);
            m_writer.put(m_strings.numberOf(call.name));
            m_writer.put(m_files.numberOf(call.callFile));
            m_writer.put(call.callLine);
            m_writer.put(call.callColumn);
            m_writer.put(static_cast<std::uint8_t>(call.language));
            m_writer.put(std::uint8_t{0});
        }
    }
}

template <class Sink>
void SymCacheEmitter::forEachRowOf(const AddressSegment& segment,
                                   Interrupted& interrupted,
                                   const Sink& sink) const
{
    const MappedFunction& function = m_content.map.functions[segment.claim];
    if (compactFunction(function) == nullptr && segment.lines == kNoBareLines) {
        sink(segment.begin, segment.claim, static_cast<const CompactRow*>(nullptr));
        return;
    }
    const auto functionCount = static_cast<std::uint32_t>(m_content.map.functions.size());
    const std::uint64_t key = segment.lines == kNoBareLines
                                  ? std::uint64_t{segment.claim}
                                  : std::uint64_t{1} << 32 | segment.lines;
    const auto known = interrupted.find(key);
    RowCursor rows = known == interrupted.end() ? rowsOf(segment) : known->second;
    while (rows.hasNext() && rows.nextStart() <= segment.begin)
        rows.advance();
    while (true) {
        const CompactRow& row = rows.row();
        const std::uint32_t scope = row.scope == object::kNoIndex
                                        ? segment.claim
                                        : functionCount + function.inlineBase + row.scope;
        sink(std::max(row.start, segment.begin), scope, &row);
        if (!rows.hasNext())
            break;
        if (rows.nextStart() >= segment.end) {
            // It may continue after another function inside it, or under the next symbol.
            interrupted.insert_or_assign(key, rows);
            break;
        }
        rows.advance();
    }
}

template <class Sink>
void SymCacheEmitter::forEachRow(const Sink& sink) const
{
    constexpr const CompactRow* kNoRow = nullptr;
    Interrupted interrupted;
    const auto& segments = m_content.map.segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (i > 0 && segments[i - 1].end < segments[i].begin)
            sink(static_cast<std::uint32_t>(segments[i - 1].end), kNone, kNoRow);
        forEachRowOf(segments[i], interrupted, sink);
    }
    if (!segments.empty() && segments.back().end <= 0xffffffff)
        sink(static_cast<std::uint32_t>(segments.back().end), kNone, kNoRow);
}

void SymCacheEmitter::writeStarts()
{
    m_writer.begin(symcache_format::Section::Starts);
    forEachRow([this](std::uint32_t start, std::uint32_t, const CompactRow*) {
        if (m_rowCount++ == 0)
            m_firstStart = start;
        m_lastStart = start;
        m_writer.put(start);
    });
}

void SymCacheEmitter::writeRows()
{
    m_writer.begin(symcache_format::Section::Rows);
    forEachRow([this](std::uint32_t, std::uint32_t scope, const CompactRow* row) {
        m_writer.put(scope);
        m_writer.put(row == nullptr ? kNone : m_files.numberOf(row->file));
        m_writer.put(row == nullptr ? std::uint32_t{0} : row->line);
        m_writer.put(row == nullptr ? std::uint16_t{0} : row->column);
        m_writer.put(std::uint16_t{0});
    });
}

void SymCacheEmitter::writeIndex()
{
    m_writer.begin(symcache_format::Section::Index);
    m_bucketShift = chooseBucketShift(m_lastStart - m_firstStart, m_rowCount);
    // Bucket b starts at firstStart + (b << shift); its entry is the number of rows before that.
    std::uint64_t nextBucket = 0;
    std::uint32_t row = 0;
    forEachRow([&](std::uint32_t start, std::uint32_t, const CompactRow*) {
        for (; nextBucket <= (start - m_firstStart) >> m_bucketShift; ++nextBucket)
            m_writer.put(row);
        ++row;
    });
    m_writer.put(m_rowCount);
}

void SymCacheEmitter::writeFiles()
{
    m_writer.begin(symcache_format::Section::Files);
    std::uint64_t sourceOffset = 0;
    for (const std::uint32_t id : m_files.order()) {
        const FileTable::Record& file = m_content.files.record(id);
        m_writer.put(m_strings.numberOf(file.path));
        m_writer.put(m_strings.numberOf(file.checksum));
        m_writer.put(sourceOffset);
        m_writer.put(static_cast<std::uint32_t>(file.source.size()));
        m_writer.put(static_cast<std::uint32_t>(file.checksumKind));
        sourceOffset += file.source.size();
    }
}

void SymCacheEmitter::writeSources()
{
    m_writer.begin(symcache_format::Section::Sources);
    for (const std::uint32_t id : m_files.order())
        m_writer.putBytes(asBytes(m_content.files.record(id).source));
}

void SymCacheEmitter::writeNames()
{
    std::vector<std::uint64_t> entries;
    entries.reserve(m_content.map.functions.size());
    std::vector<std::optional<std::uint32_t>> hashes(m_strings.order().size()); // By number.
    for (std::size_t i = 0; i < m_content.map.functions.size(); ++i) {
        const std::uint32_t name = m_content.map.functions[i].name;
        if (name == object::kNoIndex)
            continue;
        // Many functions may have one long name.
        auto& hash = hashes[m_strings.numberOf(name)];
        if (!hash)
            hash = symcache_format::nameHash(m_content.strings.text(name));
        entries.push_back(std::uint64_t{*hash} << 32 | i);
    }
    std::ranges::sort(entries);
    m_writer.begin(symcache_format::Section::Names);
    for (const std::uint64_t entry : entries) {
        m_writer.put(static_cast<std::uint32_t>(entry >> 32));
        m_writer.put(static_cast<std::uint32_t>(entry));
    }
}

Result<void> SymCacheEmitter::writeStrings()
{
    // Two passes over the texts instead of a third copy of them.
    std::uint64_t offset = 0;
    m_writer.begin(symcache_format::Section::StringOffsets);
    m_writer.put(std::uint32_t{0});
    for (const std::uint32_t id : m_strings.order()) {
        const std::string_view text = m_content.strings.text(id);
        offset += isValidUtf8(text) ? text.size() : toValidUtf8(text).size();
        if (offset >= kNone)
            return fail(ErrorKind::Unsupported, "symcache: more than 4 GiB of names and paths");
        m_writer.put(static_cast<std::uint32_t>(offset));
    }
    m_writer.begin(symcache_format::Section::Strings);
    for (const std::uint32_t id : m_strings.order()) {
        const std::string_view text = m_content.strings.text(id);
        if (isValidUtf8(text))
            m_writer.putBytes(asBytes(text));
        else
            m_writer.putBytes(asBytes(toValidUtf8(text)));
    }
    return {};
}

} // namespace faultline::symcache
