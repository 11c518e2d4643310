#include "core/formats/minidump/other_streams.h"

#include "core/base/hex.h"
#include "core/formats/minidump/strings.h"

namespace faultline::minidump {

namespace {

// The 64-bit head is written with and without the C compiler's padding; the bytes of .dynamic may
// follow it.
constexpr std::size_t kPadded64Bytes = 40;
constexpr std::size_t kPaddingOffset = 12;

/// A padded head has four zero bytes before the first 64-bit field, and is at least that long.
bool isPadded(const StreamScope& scope)
{
    auto reader = scope.reader();
    reader.seek(kPaddingOffset);
    return scope.stream.bytes.size() >= kPadded64Bytes && reader.u32() == 0;
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
    reader.skip(4); // Offset of the link map; its modules are in the module list.
    const auto count = reader.u32();
    if (pointerBytes == 8 && isPadded(scope))
        reader.skip(4);
    const auto brk = reader.unsignedOf(pointerBytes);
    const auto loaderBase = reader.unsignedOf(pointerBytes);
    const auto dynamic = reader.unsignedOf(pointerBytes);
    if (!reader.ok())
        return scope.malformed(reader.span().size(), " bytes are too few");
    return Details{{"dynamic linker version", concat(version)},
                   {"dynamic linker objects", concat(count)},
                   {"dynamic linker breakpoint", hexAddress(brk)},
                   {"dynamic linker base", hexAddress(loaderBase)},
                   {"dynamic section", hexAddress(dynamic)}};
}

} // namespace faultline::minidump
