// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// The entries of a list stream, all inside the stream. A view, valid as long as the dump.
class RecordTable
{
public:
    RecordTable() = default;

    RecordTable(Bytes bytes, std::size_t strideBytes, std::endian order)
        : m_bytes(bytes), m_strideBytes(strideBytes), m_order(order)
    {
    }

    std::size_t count() const { return m_bytes.size() / m_strideBytes; }

    ByteReader record(std::size_t index) const
    {
        return ByteReader(m_bytes.subspan(index * m_strideBytes, m_strideBytes), m_order);
    }

private:
    Bytes m_bytes;
    std::size_t m_strideBytes = 1;
    std::endian m_order = std::endian::little;
};

/// Reads a list that starts with a 32-bit count. Some writers put four padding bytes after the
/// count; the stream's size reveals them. Entries that exceed the stream or `maxCount` are left out
/// with a diagnostic. Errors: Malformed (no room for the count).
Result<RecordTable>
readCountedList(const StreamScope& scope, std::size_t entryBytes, std::uint32_t maxCount);

/// Layout of a list that starts with { size of header, size of entry, count }.
struct ExtendedListFormat
{
    std::size_t headerBytes = 0; ///< Smallest size of a header.
    std::size_t entryBytes = 0;  ///< Known part of an entry; the file may declare larger entries.
    bool wideCount = false;      ///< The count has 64 bits (MemoryInfoList).
};

/// Uses the file's own entry size. Errors: Malformed (header or entry smaller than the known part).
Result<RecordTable> readExtendedList(const StreamScope& scope,
                                     const ExtendedListFormat& format,
                                     std::uint32_t maxCount);

} // namespace faultline::minidump
