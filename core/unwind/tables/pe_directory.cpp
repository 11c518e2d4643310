// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/pe_directory.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

// PE header, winnt.h: offsets of the fields that lead to the exception directory of a PE32+ image.
constexpr std::uint64_t kNewHeaderOffset = 0x3c;
constexpr std::uint64_t kOptionalHeaderOffset = 24; // Counted from the "PE" signature.
constexpr std::uint16_t kPe32Plus = 0x20b;
constexpr std::uint64_t kDirectoriesOffset = 112; // Counted from the start of the optional header.
constexpr std::uint32_t kExceptionDirectory = 3;

struct DirectoryEntry
{
    std::uint32_t rva = 0;
    std::uint32_t sizeBytes = 0;
};

std::optional<DirectoryEntry> directoryEntry(Bytes file)
{
    ByteReader reader(file);
    if (reader.u16() != 0x5a4d) // "MZ"
        return std::nullopt;
    reader.seek(kNewHeaderOffset);
    const std::uint64_t header = reader.u32();
    reader.seek(header + kOptionalHeaderOffset);
    if (reader.u16() != kPe32Plus)
        return std::nullopt;
    reader.seek(header + kOptionalHeaderOffset + kDirectoriesOffset - 4);
    if (reader.u32() <= kExceptionDirectory)
        return std::nullopt;
    reader.skip(kExceptionDirectory * 8);
    const auto rva = reader.u32();
    const auto sizeBytes = reader.u32();
    if (!reader.ok() || rva == 0)
        return std::nullopt;
    return DirectoryEntry{rva, sizeBytes};
}

} // namespace

std::optional<ByteView> exceptionDirectory(const object::Object& object, std::size_t entryBytes)
{
    std::optional<ByteView> functions;
    const auto directory = directoryEntry(object.bytes().span());
    if (directory && directory->sizeBytes >= entryBytes)
        functions = object.readImage(object.loadAddress() + directory->rva, directory->sizeBytes);
    if (!functions)
        functions = object.section(".pdata");
    return functions && functions->size() >= entryBytes ? functions : std::nullopt;
}

bool isExecutableRva(const std::vector<object::ImageRange>& ranges,
                     std::uint64_t loadAddress,
                     std::uint64_t rva)
{
    if (ranges.empty())
        return true;
    return std::ranges::any_of(ranges, [=](const object::ImageRange& range) {
        return range.executable && loadAddress + rva - range.address < range.sizeBytes;
    });
}

} // namespace faultline::unwind
