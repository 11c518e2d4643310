// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <string_view>
#include <vector>

namespace faultline::packing {

/// One file of a zip archive, as the central directory describes it.
struct ZipEntry
{
    std::string_view name; ///< Points into the archive's bytes.
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t sizeBytes = 0;
    std::uint64_t headerOffset =
        0; ///< Offset of the local header from the start of the bytes given to open().
};

/// The central directory of a zip archive, with random access to its entries. An entry is unpacked
/// only on request. Reads stored, deflated and zstd entries and zip64. Accepts bytes before the
/// archive. Immutable, thread-safe. Layout: PKWARE APPNOTE.TXT.
class ZipArchive
{
public:
    /// Errors: Malformed (no end record, or the central directory exceeds the file).
    static Result<ZipArchive> open(ByteView file);

    const std::vector<ZipEntry>& entries() const { return m_entries; }

    /// Unpacks one entry and checks its CRC. Errors: Unsupported (encrypted, other compression
    /// method), Malformed (damaged, or larger than `limitBytes`).
    Result<ByteView> read(const ZipEntry& entry, std::uint64_t limitBytes) const;

private:
    explicit ZipArchive(ByteView file) : m_file(std::move(file)) {}

    Result<ByteView> packedData(const ZipEntry& entry) const;

    ByteView m_file;
    std::vector<ZipEntry> m_entries;
};

} // namespace faultline::packing
