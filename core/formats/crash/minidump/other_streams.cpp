// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/other_streams.h"

#include "core/base/hex.h"
#include "core/formats/crash/minidump/strings.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

// The 64-bit head is written with and without the C compiler's padding; the bytes of .dynamic may
// follow it.
constexpr std::size_t kPadded64Bytes = 40;
constexpr std::size_t kPaddingOffset = 12;
constexpr std::uint32_t kMaxListedObjects = 1024;

/// A padded head has four zero bytes before the first 64-bit field, and is at least that long.
bool isPadded(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.seek(kPaddingOffset);
    return scope.stream.bytes.size() >= kPadded64Bytes && reader.u32() == 0;
}

/// Place of r_debug's list of objects in the file.
struct LinkMap
{
    std::uint32_t rva = 0;
    std::uint32_t count = 0;
    unsigned pointerBytes = 8;
    /// The list and its head agree: either both are plain C structures, or both are packed.
    bool hasPadding = false;
};

/// "object /lib/libc.so.6" and where it was loaded; names that cannot be read are left out.
void readLinkMap(const StreamScope& scope, const LinkMap& map, Details& details)
{
    auto reader = scope.dump.reader(scope.dump.file().span());
    reader.seek(map.rva);
    for (std::uint32_t i = 0; i < std::min(map.count, kMaxListedObjects); ++i) {
        const auto address = reader.unsignedOf(map.pointerBytes);
        const auto nameRva = reader.u32();
        reader.skip(map.hasPadding ? 4 : 0);
        reader.skip(map.pointerBytes); // Its dynamic section.
        if (!reader.ok())
            return;
        if (const auto name = readUtf16String(scope, nameRva); name && !name->empty())
            details.emplace_back("object " + *name, hexAddress(address));
    }
}

} // namespace

std::string readCommentA(const StreamScope& scope)
{
    return textUpToNul(scope.stream.bytes.span());
}

std::string readCommentW(const StreamScope& scope)
{
    auto reader = scope.reader();
    return readFixedUtf16(reader, reader.remaining() / 2);
}

Result<Details> readDsoDebug(const StreamScope& scope, unsigned pointerBytes)
{
    auto reader = scope.reader();
    const auto version = reader.u32();
    const auto mapRva = reader.u32();
    const auto count = reader.u32();
    const bool hasPadding = pointerBytes == 8 && isPadded(scope);
    reader.skip(hasPadding ? 4 : 0);
    const auto brk = reader.unsignedOf(pointerBytes);
    const auto loaderBase = reader.unsignedOf(pointerBytes);
    const auto dynamic = reader.unsignedOf(pointerBytes);
    if (!reader.ok())
        return scope.malformed(reader.span().size(), " bytes are too few");
    Details details{{"dynamic linker version", concat(version)},
                    {"dynamic linker objects", concat(count)},
                    {"dynamic linker breakpoint", hexAddress(brk)},
                    {"dynamic linker base", hexAddress(loaderBase)},
                    {"dynamic section", hexAddress(dynamic)}};
    readLinkMap(scope, {mapRva, count, pointerBytes, hasPadding}, details);
    return details;
}

} // namespace faultline::minidump
