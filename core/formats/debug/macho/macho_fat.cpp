// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/macho/macho_fat.h"

#include "core/base/byte_reader.h"
#include "core/formats/debug/macho/macho_file.h"

namespace faultline::macho {

namespace {

// <mach-o/fat.h>; always big-endian.
constexpr std::uint32_t kFatMagic = 0xcafebabe;
constexpr std::uint32_t kFatMagic64 = 0xcafebabf;
constexpr std::uint32_t kFirstJavaVersion = 45;
constexpr std::size_t kEntryBytes32 = 20;
constexpr std::size_t kEntryBytes64 = 32;

struct FatHeader
{
    bool is64 = false;
    std::uint32_t count = 0;
};

std::optional<FatHeader> readHeader(ByteReader& reader)
{
    const auto magic = reader.u32();
    const auto count = reader.u32();
    const bool isFat = magic == kFatMagic || magic == kFatMagic64;
    if (!reader.ok() || !isFat || count >= kFirstJavaVersion)
        return std::nullopt;
    return FatHeader{magic == kFatMagic64, count};
}

} // namespace

bool looksLikeFatMachO(Bytes file)
{
    ByteReader reader(file, std::endian::big);
    return readHeader(reader).has_value();
}

Result<std::vector<FatMember>> readFatMembers(const ByteView& file)
{
    ByteReader reader(file.span(), std::endian::big);
    const auto header = readHeader(reader);
    if (!header)
        return fail(ErrorKind::Unsupported, "no fat mach-o header at offset 0");
    const auto entryBytes = header->is64 ? kEntryBytes64 : kEntryBytes32;
    if (header->count > reader.remaining() / entryBytes)
        return fail(ErrorKind::Malformed, "fat header: ", header->count, " members at offset ",
                    reader.offset(), " do not fit ", file.size(), " bytes");
    std::vector<FatMember> members;
    for (std::uint32_t i = 0; i < header->count; ++i) {
        const auto cpuType = reader.u32();
        const auto cpuSubtype = reader.u32();
        const auto offset = header->is64 ? reader.u64() : reader.u32();
        const auto sizeBytes = header->is64 ? reader.u64() : reader.u32();
        reader.skip(header->is64 ? 8 : 4); // Alignment; a reserved word in the 64-bit form.
        if (auto bytes = file.slice(offset, sizeBytes))
            members.push_back({archOfMachCpu(cpuType, cpuSubtype), std::move(*bytes)});
    }
    return members;
}

} // namespace faultline::macho
