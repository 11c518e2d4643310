// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/zip_archive.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"
#include "core/packing/compression.h"

#include <algorithm>

namespace faultline::packing {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kCentralHeader = 0x02014b50;
constexpr std::uint32_t kEndRecord = 0x06054b50;
constexpr std::uint32_t kEndRecord64 = 0x06064b50;
constexpr std::uint32_t kEndLocator64 = 0x07064b50;
constexpr std::size_t kCentralHeaderBytes = 46;
constexpr std::size_t kEndRecordBytes = 22;
constexpr std::size_t kEndLocatorBytes = 20;
constexpr std::size_t kEndRecord64Bytes = 56;
constexpr std::size_t kMaxCommentBytes = 0xffff;
constexpr std::uint16_t kZip64Extra = 0x0001;
constexpr std::uint16_t kFlagEncrypted = 0x0001;

enum Method : std::uint16_t { kStored = 0, kDeflated = 8, kZstdDeprecated = 20, kZstd = 93 };

/// Place of the central directory, counted from the start of the bytes.
struct Directory
{
    std::uint64_t offset = 0;
    std::uint64_t sizeBytes = 0;
    std::uint64_t entryCount = 0;
    std::uint64_t prefixBytes =
        0; ///< Bytes before the archive; recorded offsets do not count them.
};

/// The end record comes last; only a comment may follow it.
std::optional<std::size_t> findEndRecord(Bytes file)
{
    if (file.size() < kEndRecordBytes)
        return std::nullopt;
    const auto last = file.size() - kEndRecordBytes;
    const auto first = last > kMaxCommentBytes ? last - kMaxCommentBytes : 0;
    for (auto offset = last + 1; offset-- > first;) {
        ByteReader reader(file.subspan(offset));
        if (reader.u32() == kEndRecord)
            return offset;
    }
    return std::nullopt;
}

/// Position of the 64-bit end record. It comes directly before its locator, whatever precedes the
/// archive.
std::optional<std::size_t> findEndRecord64(Bytes file, std::size_t endRecord)
{
    if (endRecord < kEndLocatorBytes + kEndRecord64Bytes)
        return std::nullopt;
    const auto locator = endRecord - kEndLocatorBytes;
    const auto record = locator - kEndRecord64Bytes;
    const bool isLocator = ByteReader(file.subspan(locator)).u32() == kEndLocator64;
    const bool isRecord = ByteReader(file.subspan(record)).u32() == kEndRecord64;
    return isLocator && isRecord ? std::optional(record) : std::nullopt;
}

Directory readEndRecord(Bytes file, std::size_t endRecord)
{
    Directory directory;
    ByteReader reader(file.subspan(endRecord));
    auto directoryEnd = endRecord;
    if (const auto record64 = findEndRecord64(file, endRecord)) {
        directoryEnd = *record64;
        reader = ByteReader(file.subspan(*record64));
        reader.skip(32);
        directory.entryCount = reader.u64();
        directory.sizeBytes = reader.u64();
        directory.offset = reader.u64();
    } else {
        reader.skip(10);
        directory.entryCount = reader.u16();
        directory.sizeBytes = reader.u32();
        directory.offset = reader.u32();
    }
    // The directory ends where the end record begins. The difference to its recorded offset is the
    // prefix.
    if (rangeFits(directory.offset, directory.sizeBytes, directoryEnd))
        directory.prefixBytes = directoryEnd - directory.offset - directory.sizeBytes;
    directory.offset += directory.prefixBytes;
    return directory;
}

/// Sizes that do not fit into 32 bits are in the extra field, in this order and without the others.
/// False when the field is damaged.
bool readZip64Extra(Bytes extra, ZipEntry& entry)
{
    ByteReader reader(extra);
    while (reader.ok() && reader.remaining() >= 4) {
        const auto id = reader.u16();
        ByteReader field(reader.bytes(reader.u16()));
        if (id != kZip64Extra)
            continue;
        for (auto* value : {&entry.sizeBytes, &entry.packedBytes, &entry.headerOffset}) {
            if (*value == 0xffffffff)
                *value = field.u64();
        }
        if (!field.ok())
            return false;
    }
    return reader.ok();
}

std::optional<ZipEntry> readCentralHeader(ByteReader& reader)
{
    if (reader.u32() != kCentralHeader)
        return std::nullopt;
    ZipEntry entry;
    reader.skip(4); // Versions.
    entry.flags = reader.u16();
    entry.method = reader.u16();
    reader.skip(4); // Time and date.
    entry.crc = reader.u32();
    entry.packedBytes = reader.u32();
    entry.sizeBytes = reader.u32();
    const auto nameBytes = reader.u16();
    const auto extraBytes = reader.u16();
    const auto commentBytes = reader.u16();
    reader.skip(8); // Disk number, attributes.
    entry.headerOffset = reader.u32();
    entry.name = asText(reader.bytes(nameBytes));
    const bool sizesAreKnown = readZip64Extra(reader.bytes(extraBytes), entry);
    reader.skip(commentBytes);
    return sizesAreKnown && reader.ok() ? std::optional(entry) : std::nullopt;
}

} // namespace

Result<ZipArchive> ZipArchive::open(ByteView file)
{
    const auto bytes = file.span();
    const auto endRecord = findEndRecord(bytes);
    if (!endRecord)
        return fail(ErrorKind::Malformed, "zip: no end of central directory in ", file.size(),
                    " bytes");
    const auto directory = readEndRecord(bytes, *endRecord);
    if (!rangeFits(directory.offset, directory.sizeBytes, file.size()) ||
        directory.entryCount > directory.sizeBytes / kCentralHeaderBytes)
        return fail(ErrorKind::Malformed, "zip: central directory of ", directory.sizeBytes,
                    " bytes at offset ", Hex{directory.offset}, " with ", directory.entryCount,
                    " entries does not fit ", file.size(), " bytes");
    ZipArchive archive(std::move(file));
    ByteReader reader(bytes.subspan(directory.offset, directory.sizeBytes));
    for (std::uint64_t i = 0; i < directory.entryCount; ++i) {
        auto entry = readCentralHeader(reader);
        if (!entry)
            return fail(ErrorKind::Malformed, "zip: entry ", i, " of ", directory.entryCount,
                        " in the central directory at offset ", Hex{directory.offset},
                        " is damaged");
        entry->headerOffset += directory.prefixBytes;
        archive.m_entries.push_back(*entry);
    }
    return archive;
}

Result<ByteView> ZipArchive::packedData(const ZipEntry& entry) const
{
    ByteReader reader(m_file.span());
    reader.seek(entry.headerOffset);
    const bool isHeader = reader.u32() == kLocalHeader;
    reader.skip(22);
    const auto nameBytes = reader.u16();
    const auto extraBytes = reader.u16();
    reader.skip(std::uint64_t{nameBytes} + extraBytes);
    if (!isHeader || !reader.ok())
        return fail(ErrorKind::Malformed, "zip: no local header of ", entry.name, " at offset ",
                    Hex{entry.headerOffset});
    auto data = m_file.slice(reader.offset(), entry.packedBytes);
    if (!data)
        return fail(ErrorKind::Malformed, "zip: ", entry.packedBytes, " bytes of ", entry.name,
                    " at offset ", Hex{reader.offset()}, ", ", reader.remaining(), " left");
    return *std::move(data);
}

Result<ByteView> ZipArchive::read(const ZipEntry& entry, std::uint64_t limitBytes) const
{
    if ((entry.flags & kFlagEncrypted) != 0)
        return fail(ErrorKind::Unsupported, "zip: ", entry.name, " is encrypted");
    if (entry.sizeBytes > limitBytes)
        return fail(ErrorKind::Malformed, "zip: ", entry.name, " has ", entry.sizeBytes,
                    " bytes, limit ", limitBytes);
    FL_TRY(auto packed, packedData(entry));
    auto unpacked = Result<ByteView>(packed);
    if (entry.method == kDeflated)
        unpacked = inflateRaw(packed.span(), entry.sizeBytes, limitBytes);
    else if (entry.method == kZstd || entry.method == kZstdDeprecated)
        unpacked = decompressZstd(packed.span(), entry.sizeBytes, limitBytes);
    else if (entry.method != kStored)
        return fail(ErrorKind::Unsupported, "zip: ", entry.name, " uses compression method ",
                    entry.method);
    if (!unpacked)
        return fail(unpacked.error().kind, "zip: ", entry.name, ": ", unpacked.error().detail);
    if (unpacked->size() != entry.sizeBytes || crc32(unpacked->span()) != entry.crc)
        return fail(ErrorKind::Malformed, "zip: ", entry.name,
                    " does not match its size or checksum");
    return unpacked;
}

} // namespace faultline::packing
