// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/unreal_crash.h"

#include "core/base/byte_reader.h"
#include "core/base/text.h"

namespace faultline::container {

namespace {

constexpr std::string_view kMarker = "CR1";
constexpr std::size_t kMinFileBytes = 12; // Index, length of the name, length of the content.
constexpr std::size_t kMaxNameBytes = 64 * 1024;

/// Directory name, file name, uncompressed size, file count.
struct Header
{
    std::uint32_t fileCount = 0;
};

std::string readName(ByteReader& reader)
{
    const auto length = reader.u32();
    if (length > kMaxNameBytes) {
        reader.setFailed();
        return {};
    }
    auto text = asText(reader.bytes(length));
    while (text.ends_with('\0'))
        text.remove_suffix(1);
    return toValidUtf8(text);
}

Header readHeader(ByteReader& reader)
{
    readName(reader);
    readName(reader);
    reader.skip(sizeof(std::uint32_t));
    return {.fileCount = reader.u32()};
}

bool hasMarker(Bytes inflated)
{
    return asText(inflated).starts_with(kMarker);
}

/// The header at the end of an old archive is the true one; its last field is the count.
std::uint32_t countAtEnd(const ByteView& inflated)
{
    ByteReader reader(inflated.span());
    reader.seek(inflated.size() - sizeof(std::uint32_t));
    return reader.u32();
}

std::unexpected<Error> outside(std::size_t index, const ByteReader& reader, std::size_t sizeBytes)
{
    return fail(ErrorKind::Malformed, "unreal crash: file ", index, " at offset ",
                Hex{reader.offset()}, " does not fit ", sizeBytes, " bytes");
}

Result<std::vector<CrashPart>>
readFiles(const ByteView& inflated, ByteReader& reader, std::uint32_t count)
{
    if (count > reader.remaining() / kMinFileBytes)
        return fail(ErrorKind::Malformed, "unreal crash: ", count, " files do not fit ",
                    reader.remaining(), " bytes");
    std::vector<CrashPart> parts;
    parts.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        reader.skip(sizeof(std::uint32_t)); // Index.
        auto name = readName(reader);
        const auto sizeBytes = reader.u32();
        const auto bytes = inflated.slice(reader.offset(), sizeBytes);
        if (!reader.ok() || !bytes)
            return outside(i, reader, inflated.size());
        reader.skip(sizeBytes);
        parts.push_back({std::move(name), *bytes});
    }
    return parts;
}

} // namespace

Result<std::vector<CrashPart>> readUnrealCrash(const ByteView& inflated)
{
    const bool isMarked = hasMarker(inflated.span());
    ByteReader reader(inflated.span());
    reader.skip(isMarked ? kMarker.size() : 0);
    const auto header = readHeader(reader);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "unreal crash: ", inflated.size(),
                    " bytes hold no header");
    FL_TRY(auto parts,
           readFiles(inflated, reader, isMarked ? header.fileCount : countAtEnd(inflated)));
    if (!isMarked)
        readHeader(reader);
    if (!reader.ok() || !reader.atEnd())
        return fail(ErrorKind::Malformed, "unreal crash: ", reader.remaining(),
                    " bytes are left over at offset ", Hex{reader.offset()});
    return parts;
}

bool looksLikeUnrealCrash(Bytes inflated)
{
    if (hasMarker(inflated))
        return true;
    ByteReader reader(inflated);
    readHeader(reader);
    return reader.ok() && reader.offset() > 4 * sizeof(std::uint32_t);
}

} // namespace faultline::container
