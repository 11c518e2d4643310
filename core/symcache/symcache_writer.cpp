// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/symcache_writer.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/symcache/address_map.h"
#include "core/symcache/compact_unit.h"
#include "core/symcache/file_table.h"
#include "core/symcache/section_writer.h"
#include "core/symcache/string_interner.h"
#include "core/symcache/symcache.h"
#include "core/symcache/symcache_emitter.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace faultline::symcache {

using namespace symcache_format;

namespace {

constexpr std::size_t kMaxNotes = 8;

/// The order in which units are read. Heavy units come first, so that no thread works alone at the
/// end. Only the lightest fifth precedes them: its debug info is freed before the heavy units need
/// memory, while all sections are still loaded.
std::vector<std::size_t> readingOrder(const object::DebugInfoReader& reader)
{
    std::vector<std::uint64_t> weights(reader.unitCount());
    for (std::size_t unit = 0; unit < weights.size(); ++unit)
        weights[unit] = reader.unitWeight(unit);
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t unit) { return weights[unit]; });
    const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    std::uint64_t light = 0;
    const auto heavy = std::ranges::find_if(order, [&](std::size_t unit) {
        light += weights[unit];
        return light > total / 5;
    });
    std::reverse(heavy, order.end());
    return order;
}

/// Where executable ranges end. Of ranges that overlap, the one that begins last counts.
class CodeEnds
{
public:
    explicit CodeEnds(std::vector<object::ImageRange> ranges) : m_ranges(std::move(ranges))
    {
        std::erase_if(m_ranges, [](const object::ImageRange& range) { return !range.executable; });
        std::ranges::stable_sort(m_ranges, {}, &object::ImageRange::address);
    }

    /// The end of the executable range that contains a linked address. Absent when no range does.
    std::optional<std::uint64_t> after(std::uint64_t address) const
    {
        const auto next =
            std::ranges::upper_bound(m_ranges, address, {}, &object::ImageRange::address);
        if (next == m_ranges.begin() ||
            address - std::prev(next)->address >= std::prev(next)->sizeBytes)
            return std::nullopt;
        return std::prev(next)->address + std::prev(next)->sizeBytes;
    }

private:
    std::vector<object::ImageRange> m_ranges;
};

/// One complete conversion; used once.
class Conversion
{
public:
    Conversion(const SymCacheInput& input, WorkerPool& pool, std::stop_token stop)
        : m_object(*input.object), m_input(input), m_pool(pool), m_stop(std::move(stop)),
          m_decoration(recordDecorationOf(m_object))
    {
    }

    Result<SymCacheStats> run(TempFile& out);

private:
    void unpackSections();
    Result<void> readUnits();
    void readUnit(const object::DebugInfoReader& reader, std::size_t unit);
    void noteFailures();
    void noteLostNames();
    TextLimits textLimits() const;
    std::vector<NamedSymbol> readSymbols();
    void addSymbols(const object::Object& object, std::vector<NamedSymbol>& symbols);
    Result<void> writeHeader(TempFile& out, const SectionWriter& writer, std::uint32_t bucketShift);
    Result<void> check(const TempFile& out, std::uint64_t base) const;

    const object::Object& m_object;
    const SymCacheInput& m_input;
    WorkerPool& m_pool;
    std::stop_token m_stop;
    std::unique_ptr<object::DebugInfoReader> m_reader; // Only while units are read.
    std::optional<SharedTables> m_tables;              // Made when the reader is known.
    NameDecoration m_decoration;
    std::vector<CompactUnit> m_units;
    std::vector<std::optional<Error>> m_unitErrors; // Per unit; written by the thread that read it.
    SymCacheStats m_stats;
};

Result<SymCacheStats> Conversion::run(TempFile& out)
{
    unpackSections();
    m_reader = m_object.debugInfoWith(m_input.companions);
    m_tables.emplace(m_object.bytes().span(), textLimits());
    FL_CHECK(readUnits());
    AddressMap map = makeAddressMap(m_units, readSymbols());
    noteLostNames();
    m_stats.symbols = map.symbols;
    m_stats.functions = static_cast<std::uint32_t>(map.functions.size()) - map.symbols;
    m_stats.hiddenFunctions = map.hiddenFunctions;

    SectionWriter writer(out);
    SymCacheEmitter emitter(
        {.units = m_units, .map = map, .strings = m_tables->strings, .files = m_tables->files},
        writer);
    FL_CHECK(emitter.run(m_stop));
    FL_CHECK(writer.finish());
    m_stats.rows = emitter.rowCount();
    m_stats.sizeBytes = out.sizeBytes() - writer.base();
    FL_CHECK(writeHeader(out, writer, emitter.bucketShift()));
    FL_CHECK(check(out, writer.base()));
    return std::move(m_stats);
}

/// Unpacks compressed sections in parallel, before the reader asks for them one by one. The largest
/// comes first and alone: while it is unpacked, its packed bytes need memory too.
void Conversion::unpackSections()
{
    static constexpr std::array<std::string_view, 4> kOthers = {".debug_str", ".debug_line",
                                                                ".debug_rnglists", ".debug_ranges"};
    static_cast<void>(m_object.section(".debug_info"));
    releasePages(m_object.bytes());
    m_pool.parallelFor(kOthers.size(),
                       [this](std::size_t i) { static_cast<void>(m_object.section(kOthers[i])); });
    releasePages(m_object.bytes());
}

TextLimits Conversion::textLimits() const
{
    std::uint64_t bytes = m_object.bytes().size() + (m_reader ? m_reader->textBytes() : 0);
    for (const object::ObjectPtr& object : m_input.symbolObjects)
        bytes += object ? object->bytes().size() : 0;
    return textLimitsFor(bytes);
}

Result<void> Conversion::readUnits()
{
    const auto reader = std::exchange(m_reader, nullptr);
    if (!reader)
        return {};
    const std::size_t count = reader->unitCount();
    m_units.resize(count);
    m_unitErrors.resize(count);
    const auto order = readingOrder(*reader);
    m_pool.parallelFor(count, [&](std::size_t i) { readUnit(*reader, order[i]); }, m_stop);
    if (m_stop.stop_requested())
        return fail(ErrorKind::Cancelled, "symcache: stopped while reading units");
    m_stats.damagedUnits = reader->lostUnits();
    m_stats.damagedRecords = reader->lostRecords();
    m_stats.units = static_cast<std::uint32_t>(count) + m_stats.damagedUnits;
    m_stats.notes = reader->warnings();
    m_stats.lostNames = reader->lostNames();
    releasePages(m_object.bytes());
    noteFailures();
    return {};
}

void Conversion::readUnit(const object::DebugInfoReader& reader, std::size_t unit)
{
    auto content = reader.readUnit(unit, m_stop);
    if (content) {
        m_input.transform.apply(*content);
        m_units[unit] =
            UnitCompactor(*content, static_cast<std::uint32_t>(unit), *m_tables, m_decoration)
                .run();
    } else {
        m_unitErrors[unit] = content.error();
    }
    reader.releaseUnit(unit);
}

void Conversion::noteFailures()
{
    std::set<std::string_view> exceeded;
    for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
        m_stats.damagedRecords += m_units[unit].damagedRecords;
        exceeded.insert(m_units[unit].exceeded.begin(), m_units[unit].exceeded.end());
        if (!m_unitErrors[unit])
            continue;
        if (m_stats.damagedUnits++ < kMaxNotes)
            m_stats.notes.push_back(concat("unit ", unit, ": ", m_unitErrors[unit]->detail));
    }
    for (const std::string_view limit : exceeded)
        m_stats.notes.push_back(
            concat("records left out, because a file of this size cannot need as much: ", limit));
}

void Conversion::noteLostNames()
{
    m_stats.lostNames += m_tables->strings.lostCount();
    if (m_stats.lostNames > 0)
        m_stats.notes.push_back(lostNamesText(m_stats.lostNames));
}

std::vector<NamedSymbol> Conversion::readSymbols()
{
    std::vector<NamedSymbol> symbols;
    addSymbols(m_object, symbols);
    for (const object::ObjectPtr& object : m_input.symbolObjects) {
        if (object)
            addSymbols(*object, symbols);
    }
    std::ranges::stable_sort(
        symbols, {},
        &NamedSymbol::address); // A stable sort keeps the first of several names.
    const auto repeated = std::ranges::unique(symbols, {}, &NamedSymbol::address);
    symbols.erase(repeated.begin(), repeated.end());
    return symbols;
}

void Conversion::addSymbols(const object::Object& object, std::vector<NamedSymbol>& symbols)
{
    const NameDecoration decoration = nameDecorationOf(object);
    const CodeEnds ends(object.ranges());
    for (const object::Symbol& symbol : object.symbols()) {
        if (symbol.address > 0xffffffff || symbol.name.empty())
            continue;
        auto& added = symbols.emplace_back();
        added.address = static_cast<std::uint32_t>(symbol.address);
        added.sizeBytes = symbol.sizeBytes;
        added.name = m_tables->strings.intern(
            undecorated(m_input.transform.symbolName(symbol.name), decoration));
        if (added.name == StringInterner::kLost)
            symbols.pop_back();
        else if (const auto end = symbol.sizeBytes == 0
                                      ? ends.after(symbol.address + object.loadAddress())
                                      : std::nullopt)
            added.sectionEnd = *end - object.loadAddress();
    }
    m_stats.lostNames += static_cast<std::uint32_t>(
        std::min<std::uint64_t>(object.lostNames(), UINT32_MAX - m_stats.lostNames));
}

Result<void>
Conversion::writeHeader(TempFile& out, const SectionWriter& writer, std::uint32_t bucketShift)
{
    std::array<std::byte, kHeaderBytes> bytes{};
    std::byte* const at = bytes.data();
    std::memcpy(at, kMagic.data(), kMagic.size());
    symcache_format::store(at + header::kVersionAt, kVersion);
    symcache_format::store(at + header::kSectionCountAt, kSectionCount);
    symcache_format::store(at + header::kFileSizeAt, m_stats.sizeBytes);
    const DebugId id = m_object.debugId();
    std::memcpy(at + header::kDebugIdAt, id.bytes().data(), id.bytes().size());
    symcache_format::store(at + header::kAppendixAt, id.appendix());
    symcache_format::store(at + header::kDebugIdKindAt, static_cast<std::uint32_t>(id.kind()));
    symcache_format::store(at + header::kArchAt, static_cast<std::uint32_t>(m_object.arch()));
    symcache_format::store(at + header::kBucketShiftAt, bucketShift);
    symcache_format::store(at + header::kUnitCountAt, m_stats.units);
    symcache_format::store(at + header::kDamagedUnitsAt, m_stats.damagedUnits);
    symcache_format::store(at + header::kDamagedRecordsAt, m_stats.damagedRecords);
    symcache_format::store(at + header::kLostNamesAt, m_stats.lostNames);

    FL_TRY(const ByteView file, out.map());
    const Bytes written = file.from(writer.base()).span();
    m_pool.parallelFor(kSectionCount, [&](std::size_t i) {
        const auto& extent = writer.extents()[i];
        std::byte* const entry = at + header::kSectionTableAt + i * kSectionEntryBytes;
        symcache_format::store(entry, extent.offset);
        symcache_format::store(entry + 8, extent.sizeBytes);
        symcache_format::store(
            entry + 16, checksum64(written.subspan(static_cast<std::size_t>(extent.offset),
                                                   static_cast<std::size_t>(extent.sizeBytes))));
    });
    symcache_format::store(at + header::kChecksumAt,
                           checksum64(Bytes(bytes).subspan(header::kFileSizeAt)));
    return out.writeAt(writer.base(), bytes);
}

/// A file that does not open now never will. Our own error is better than an entry that every
/// look-up makes again.
Result<void> Conversion::check(const TempFile& out, std::uint64_t base) const
{
    FL_TRY(const ByteView file, out.map());
    const auto cache = SymCache::open(file.from(base));
    if (!cache)
        return fail(ErrorKind::Internal, "written symcache does not open: ", cache.error().detail);
    return {};
}

} // namespace

Result<SymCacheStats>
writeSymCache(const SymCacheInput& input, TempFile& out, WorkerPool& pool, std::stop_token stop)
{
    if (!input.object)
        return fail(ErrorKind::Internal, "symcache: no object given");
    return Conversion(input, pool, std::move(stop)).run(out);
}

} // namespace faultline::symcache
