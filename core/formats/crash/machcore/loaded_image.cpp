// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/machcore/loaded_image.h"

#include "core/base/byte_reader.h"
#include "core/base/text.h"
#include "core/formats/debug/macho/macho_file.h"

#include <algorithm>

namespace faultline::machcore {

namespace {

// <mach-o/loader.h>.
constexpr std::uint32_t kMagic64 = 0xfeedfacf;
constexpr std::uint32_t kExecute = 2; // MH_EXECUTE
constexpr std::uint32_t kLibrary = 6; // MH_DYLIB
constexpr std::uint32_t kLinker = 7;  // MH_DYLINKER
constexpr std::uint32_t kBundle = 8;  // MH_BUNDLE
constexpr std::uint32_t kLcIdLibrary = 0xd;
constexpr std::uint32_t kLcIdLinker = 0xf;
constexpr std::uint32_t kLcBuildVersion = 0x32;
constexpr std::size_t kHeaderBytes = 32;
constexpr std::uint32_t kMaxCommandBytes = 1 << 20; // Large programs have some ten kilobytes.
constexpr std::size_t kMaxPathBytes = 1024;         // macOS, PATH_MAX.

/// Header and load commands, copied: they may cross pieces of memory.
std::optional<ByteView>
readCommands(const MemoryReader& memory, std::uint64_t address, std::uint64_t& bytesLeft)
{
    std::vector<std::byte> bytes(kHeaderBytes);
    if (memory.read(address, bytes) != bytes.size())
        return std::nullopt;
    ByteReader header(bytes);
    const auto magic = header.u32();
    header.skip(8);
    const auto type = header.u32();
    header.skip(4);
    const auto sizeBytes = header.u32();
    const bool isImage = type == kExecute || type == kLibrary || type == kLinker || type == kBundle;
    if (magic != kMagic64 || !isImage || sizeBytes > kMaxCommandBytes)
        return std::nullopt;
    const bool isTooMuch = sizeBytes > bytesLeft;
    bytesLeft = isTooMuch ? 0 : bytesLeft - sizeBytes;
    if (isTooMuch)
        return std::nullopt;
    bytes.resize(kHeaderBytes + sizeBytes);
    if (memory.read(address, bytes) != bytes.size())
        return std::nullopt;
    return ByteView::fromVector(std::move(bytes));
}

/// The string at the offset that the command's first word gives.
std::string pathOf(Bytes body)
{
    constexpr std::size_t kCommandHeaderBytes = 8; // The offset counts from the command's begin.
    ByteReader reader(body);
    const auto offset = reader.u32();
    if (!reader.ok() || offset < kCommandHeaderBytes || offset - kCommandHeaderBytes > body.size())
        return {};
    const auto text = asText(body.subspan(offset - kCommandHeaderBytes)).substr(0, kMaxPathBytes);
    return toValidUtf8(text.substr(0, text.find('\0')));
}

/// Reads the commands that MachFile does not keep. Their sizes were checked when it was opened.
void readOwnCommands(Bytes header, LoadedImage& image)
{
    ByteReader reader(header);
    reader.seek(kHeaderBytes);
    while (reader.remaining() >= 8) {
        const auto type = reader.u32();
        const auto sizeBytes = reader.u32();
        const auto body = reader.bytes(sizeBytes - std::min<std::uint32_t>(sizeBytes, 8));
        if (type == kLcIdLibrary || type == kLcIdLinker)
            image.ownPath = pathOf(body);
        else if (type == kLcBuildVersion)
            image.platform = ByteReader(body).u32();
    }
}

LoadedImage::Kind kindOf(std::uint32_t type)
{
    switch (type) {
    case kExecute: return LoadedImage::Kind::Program;
    case kLinker: return LoadedImage::Kind::Linker;
    default: return LoadedImage::Kind::Library;
    }
}

} // namespace

std::optional<LoadedImage> readLoadedImage(const MemoryReader& memory,
                                           std::uint64_t address,
                                           const ParseLimits& limits,
                                           std::uint64_t& bytesLeft)
{
    auto header = readCommands(memory, address, bytesLeft);
    if (!header)
        return std::nullopt;
    const auto file = macho::MachFile::open(*header, limits);
    if (!file)
        return std::nullopt;
    LoadedImage image;
    image.kind = kindOf(file->fileType());
    image.address = address;
    image.uuid = file->uuid();
    const auto slide = address - file->loadAddress();
    for (const auto& segment : file->segments()) {
        if (segment.name == "__TEXT" && segment.memorySize <= UINT64_MAX - address)
            image.sizeBytes = segment.memorySize;
    }
    for (const auto& section : file->sections()) {
        if (section.name == "__all_image_info")
            image.imageList = section.address + slide;
    }
    readOwnCommands(header->span(), image);
    return image;
}

} // namespace faultline::machcore
