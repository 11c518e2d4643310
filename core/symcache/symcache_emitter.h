// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symcache/address_map.h"
#include "core/symcache/compact_unit.h"
#include "core/symcache/file_table.h"
#include "core/symcache/section_writer.h"
#include "core/symcache/string_interner.h"

#include <cstdint>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace faultline::symcache {

/// Renumbers ids that depend on timing in the order of first use, so that equal input gives equal
/// bytes.
class Renumbering
{
public:
    explicit Renumbering(std::size_t idLimit) : m_numbers(idLimit, object::kNoIndex) {}

    std::uint32_t numberOf(std::uint32_t id)
    {
        if (id == object::kNoIndex)
            return object::kNoIndex;
        if (m_numbers[id] == object::kNoIndex) {
            m_numbers[id] = static_cast<std::uint32_t>(m_order.size());
            m_order.push_back(id);
        }
        return m_numbers[id];
    }

    const std::vector<std::uint32_t>& order() const { return m_order; }

private:
    std::vector<std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_order;
};

/// Writes the sections of a symcache in address order. Used once, by one thread, after all units
/// were read.
class SymCacheEmitter
{
public:
    struct Content
    {
        const std::vector<CompactUnit>& units;
        AddressMap& map; ///< run() sets the inlineBase of its functions.
        const StringInterner& strings;
        const FileTable& files;
    };

    SymCacheEmitter(Content content, SectionWriter& writer);

    /// Errors: Cancelled, Unsupported (counts beyond 32 bits). Failures of the file stay in the
    /// writer.
    Result<void> run(const std::stop_token& stop);

    std::uint32_t rowCount() const { return m_rowCount; }

    std::uint32_t bucketShift() const { return m_bucketShift; }

private:
    /// For functions and bare lines that continue after a segment: how far their rows were written.
    using Interrupted = std::unordered_map<std::uint64_t, RowCursor>;

    Result<void> numberInlines();
    void writeFunctions();
    void writeInlines();
    void writeStarts();
    void writeRows();
    void writeIndex();
    void writeFiles();
    void writeNames();
    Result<void> writeStrings();
    void writeSources();

    /// Calls sink(start, scope, row) for every row of the symcache in ascending order. `row` is
    /// null where no line is known.
    template <class Sink>
    void forEachRow(const Sink& sink) const;
    template <class Sink>
    void
    forEachRowOf(const AddressSegment& segment, Interrupted& interrupted, const Sink& sink) const;
    const CompactUnit::Function* compactFunction(const MappedFunction& function) const;
    const CompactUnit::Function& bareRange(const BareLines& lines) const;
    RowCursor rowsOf(const AddressSegment& segment) const;

    Content m_content;
    SectionWriter& m_writer;
    Renumbering m_strings;
    Renumbering m_files;
    std::uint32_t m_rowCount = 0;
    std::uint32_t m_firstStart = 0;
    std::uint32_t m_lastStart = 0;
    std::uint32_t m_bucketShift = 0;
};

} // namespace faultline::symcache
