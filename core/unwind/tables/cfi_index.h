// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/tables/cfi_entry.h"

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::unwind {

/// `.eh_frame_hdr`: the linker's sorted table of `.eh_frame` entries (LSB Core §10.6.2). Supports
/// only the form that linkers write: 4-byte offsets from the header's own address.
class EhFrameHeader
{
public:
    /// Absent when the header has no table or is not in the form that linkers write.
    static std::optional<EhFrameHeader>
    read(ByteView bytes, std::uint64_t address, const CfiSection& section);

    /// Offset in `.eh_frame` of the last entry that begins at or before the address.
    std::optional<std::uint64_t> find(std::uint64_t linkedAddress) const;

private:
    EhFrameHeader() = default;

    std::int64_t valueAt(std::size_t entry, std::size_t field) const;

    ByteView m_table;
    std::size_t m_count = 0;
    std::uint64_t m_address = 0;
    std::uint64_t m_sectionAddress = 0;
    std::endian m_order = std::endian::little;
};

/// Finds the frame entry that covers an address. It searches the header if there is one. Otherwise
/// it builds an index of the whole section on first use. Thread-safe. A damaged entry is left out;
/// a record with an impossible length ends the index.
class CfiIndex
{
public:
    CfiIndex(CfiSection section, std::optional<EhFrameHeader> header);

    const CfiSection& section() const { return m_section; }

    /// Errors: NotFound (no entry covers the address), Malformed (the covering entry cannot be
    /// read).
    Result<FrameEntry> find(std::uint64_t linkedAddress) const;

    /// Visits all entries with code in address order. Damaged entries are left out.
    void forEachEntry(const std::function<void(const FrameEntry&)>& visit) const;

    /// Does the section describe at least one function? Stops at the first.
    bool hasEntries() const;

private:
    struct Start
    {
        std::uint64_t begin = 0;
        std::uint64_t offset = 0;
    };

    const std::vector<Start>& derivedIndex() const;
    std::vector<Start> buildIndex() const;
    Result<FrameEntry> findInDerivedIndex(std::uint64_t linkedAddress) const;

    CfiSection m_section;
    std::optional<EhFrameHeader> m_header;
    mutable std::once_flag m_once; // Guards the building of m_starts.
    mutable std::vector<Start> m_starts;
};

} // namespace faultline::unwind
