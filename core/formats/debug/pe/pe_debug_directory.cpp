// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_debug_directory.h"

namespace faultline::pe {

namespace {

constexpr std::uint32_t kTypeCodeView = 2;
constexpr std::uint32_t kSignatureRsds = 0x53445352;
constexpr std::uint32_t kSignatureNb10 = 0x3031424e;
/// Minor version of an entry that refers to a portable PDB, whose id carries the entry's timestamp
/// instead of an age. Source: dotnet/runtime docs/design/specs/PE-COFF.md.
constexpr std::uint16_t kPortablePdbMinorVersion = 0x504d;
constexpr std::size_t kEntryBytes = 28;

struct DebugEntry
{
    std::uint32_t timestamp = 0;
    std::uint16_t minorVersion = 0;
    std::uint32_t type = 0;
    std::uint32_t sizeBytes = 0;
    std::uint32_t rva = 0;
    std::uint32_t fileOffset = 0;
};

DebugEntry readEntry(ByteReader& reader)
{
    DebugEntry entry;
    reader.skip(4); // Characteristics: reserved.
    entry.timestamp = reader.u32();
    reader.skip(2); // Major version.
    entry.minorVersion = reader.u16();
    entry.type = reader.u32();
    entry.sizeBytes = reader.u32();
    entry.rva = reader.u32();
    entry.fileOffset = reader.u32();
    return entry;
}

std::optional<ByteView> entryData(const PeImage& image, const DebugEntry& entry)
{
    if (entry.fileOffset != 0) {
        if (auto data = image.file().slice(entry.fileOffset, entry.sizeBytes))
            return data;
    }
    return image.atRva(entry.rva, entry.sizeBytes);
}

std::string_view nameUpToNul(ByteReader& reader)
{
    const auto text = asText(reader.bytes(reader.remaining()));
    return text.substr(0, text.find('\0'));
}

std::optional<CodeViewReference> parseRecord(Bytes data, const DebugEntry& entry)
{
    ByteReader reader(data);
    const auto signature = reader.u32();
    CodeViewReference reference;
    if (signature == kSignatureRsds) {
        const auto guid = reader.bytes(16);
        const auto age = reader.u32();
        const bool isPortable = entry.minorVersion == kPortablePdbMinorVersion;
        if (reader.ok())
            reference.id = DebugId::fromGuid(guid, isPortable ? entry.timestamp : age);
    } else if (signature == kSignatureNb10) {
        reader.skip(4); // Offset: always 0.
        const auto timestamp = reader.u32();
        reference.id = DebugId::fromPdb20(timestamp, reader.u32());
    } else {
        return std::nullopt;
    }
    if (!reader.ok())
        return std::nullopt;
    reference.pdbName = nameUpToNul(reader);
    return reference;
}

/// The entries of one type, in file order.
std::vector<DebugEntry> entriesOfType(const PeImage& image, std::uint32_t type)
{
    std::vector<DebugEntry> entries;
    const auto directory = image.directory(PeImage::kDebugDirectory);
    const auto table = image.atRva(directory.rva, directory.sizeBytes);
    ByteReader reader(table ? table->span() : Bytes());
    while (reader.remaining() >= kEntryBytes) {
        const auto entry = readEntry(reader);
        if (entry.type == type)
            entries.push_back(entry);
    }
    return entries;
}

} // namespace

std::optional<CodeViewReference> readCodeView(const PeImage& image)
{
    for (const auto& entry : entriesOfType(image, kTypeCodeView)) {
        const auto data = entryData(image, entry);
        if (auto reference = data ? parseRecord(data->span(), entry) : std::nullopt)
            return reference;
    }
    return std::nullopt;
}

std::optional<ByteView> findDebugEntry(const PeImage& image, std::uint32_t type)
{
    for (const auto& entry : entriesOfType(image, type)) {
        if (auto data = entryData(image, entry))
            return data;
    }
    return std::nullopt;
}

} // namespace faultline::pe
