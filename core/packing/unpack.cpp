// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/packing/unpack.h"

#include "core/packing/archive_member.h"
#include "core/packing/stream_decoder.h"

#include <array>
#include <utility>
#include <variant>

namespace faultline::packing {

namespace {

struct Magic
{
    std::string_view bytes;
    std::variant<StreamFormat, ArchiveFormat> format;
};

constexpr std::array kMagics{
    Magic{"\x28\xb5\x2f\xfd", StreamFormat::Zstd},
    Magic{"\x1f\x8b", StreamFormat::Gzip},
    Magic{"\x78\x01", StreamFormat::Zlib},
    Magic{"\x78\x9c", StreamFormat::Zlib},
    Magic{"\x78\xda", StreamFormat::Zlib},
    Magic{"PK\x03\x04", ArchiveFormat::Zip},
    Magic{"MSCF", ArchiveFormat::Cabinet},
    Magic{"\xfd"
          "7zX",
          ArchiveFormat::Xz},
    Magic{"\x04\x22\x4d\x18", ArchiveFormat::Lz4},
    Magic{"BZh", ArchiveFormat::Bzip2},
};

const Magic* magicOf(Bytes content)
{
    constexpr std::size_t kMinimumBytes = 4;
    if (content.size() < kMinimumBytes)
        return nullptr;
    const auto text = asText(content.first(kMinimumBytes));
    const auto* found = std::ranges::find_if(
        kMagics, [text](const Magic& magic) { return text.starts_with(magic.bytes); });
    return found == kMagics.end() ? nullptr : found;
}

std::optional<StreamFormat> formatOfEncoding(std::string_view encoding)
{
    if (encoding == "gzip" || encoding == "x-gzip")
        return StreamFormat::Gzip;
    if (encoding == "deflate")
        return StreamFormat::Zlib;
    if (encoding == "br")
        return StreamFormat::Brotli;
    if (encoding == "zstd")
        return StreamFormat::Zstd;
    return std::nullopt;
}

} // namespace

bool looksCompressed(Bytes content)
{
    return magicOf(content) != nullptr;
}

StaticText compressionName(Bytes content)
{
    const auto* magic = magicOf(content);
    if (magic == nullptr)
        return "none";
    if (const auto* stream = std::get_if<StreamFormat>(&magic->format)) {
        switch (*stream) {
        case StreamFormat::Gzip: return "gz";
        case StreamFormat::Zlib: return "zlib";
        case StreamFormat::Zstd: return "zstd";
        case StreamFormat::Brotli: return "br";
        }
    }
    switch (std::get<ArchiveFormat>(magic->format)) {
    case ArchiveFormat::Zip: return "zip";
    case ArchiveFormat::Cabinet: return "cab";
    case ArchiveFormat::Xz: return "xz";
    case ArchiveFormat::Lz4: return "lz4";
    case ArchiveFormat::Bzip2: return "bz2";
    case ArchiveFormat::Tar: return "tar";
    case ArchiveFormat::SevenZip: return "7z";
    }
    return "none";
}

Result<void> unpackByContent(Bytes content,
                             TempFile& out,
                             std::optional<std::uint64_t> limitBytes,
                             std::stop_token stop)
{
    const auto* magic = magicOf(content);
    if (magic == nullptr)
        return {};
    if (const auto* stream = std::get_if<StreamFormat>(&magic->format))
        return decodeStream(content, *stream, out, limitBytes, std::move(stop));
    return extractOnlyMember(content, std::get<ArchiveFormat>(magic->format), out, limitBytes,
                             std::move(stop));
}

Result<void> undoContentEncoding(std::span<const std::string> encodings,
                                 TempFile& file,
                                 std::optional<std::uint64_t> limitBytes,
                                 const std::stop_token& stop)
{
    if (encodings.empty() ||
        (encodings.size() == 1 && (encodings.front().empty() || encodings.front() == "identity")))
        return {};
    const auto format = formatOfEncoding(encodings.front());
    if (encodings.size() > 1 || !format)
        return fail(ErrorKind::DownloadFailed, "Unsupported content encoding");
    FL_TRY(const auto encoded, file.map());
    FL_TRY(auto decoded, file.createSibling());
    FL_CHECK(decodeStream(encoded.span(), *format, decoded, limitBytes, stop));
    std::swap(file, decoded);
    return {};
}

} // namespace faultline::packing
