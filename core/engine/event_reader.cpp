#include "core/engine/event_reader.h"

#include "core/base/byte_reader.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/apple/read_apple.h"
#include "core/formats/core/core_file.h"
#include "core/formats/core/read_event.h"
#include "core/formats/minidump/read_event.h"
#include "core/net/unpack.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace faultline {

namespace {

struct KnownFile
{
    std::string_view magic;
    std::string_view name;
};

// What people drop on the window by mistake, so that the message can say it.
constexpr std::array kKnownFiles{
    KnownFile{"\x89PNG", "a PNG picture"},
    KnownFile{"\xff\xd8\xff", "a JPEG picture"},
    KnownFile{"%PDF", "a PDF document"},
    KnownFile{"\x7f"
              "ELF",
              "an ELF file (a program or library), not a crash report"},
    KnownFile{"MZ", "a Windows program or library, not a crash report"},
    KnownFile{"PK\x03\x04", "a zip archive"},
    KnownFile{"\x1f\x8b", "a gzip file"},
    KnownFile{"\x28\xb5\x2f\xfd", "a zstd file"},
    KnownFile{"Microsoft C/C++ MSF", "a PDB debug file, not a crash report"},
    KnownFile{"MODULE ", "a Breakpad symbol file, not a crash report"},
    KnownFile{"SYSB", "a source bundle, not a crash report"},
    KnownFile{"--", "a multipart upload body"},
};

std::string describe(Bytes bytes)
{
    const std::string_view text = asText(bytes);
    for (const auto& known : kKnownFiles) {
        if (text.starts_with(known.magic))
            return std::string(known.name);
    }
    return "bytes " + hexOfBytes(bytes.first(std::min<std::size_t>(bytes.size(), 8))) +
           " at offset 0";
}

bool isMinidump(Bytes bytes)
{
    const std::string_view text = asText(bytes);
    return text.starts_with("MDMP") || text.starts_with("PMDM");
}

// How crash files are stored: gzip by hand, zstd, lz4 or xz by systemd-coredump(8).
constexpr std::array<std::string_view, 4> kCompressed{
    "\x1f\x8b",
    "\x28\xb5\x2f\xfd",
    "\x04\x22\x4d\x18",
    "\xfd"
    "7zXZ",
};

bool isCompressed(Bytes bytes)
{
    return std::ranges::any_of(kCompressed, [text = asText(bytes)](std::string_view magic) {
        return text.starts_with(magic);
    });
}

/// Into a nameless file: cores are larger than the memory to spare.
Result<ByteView> unpack(Bytes bytes, const ParseLimits& limits)
{
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error)
        return fail(ErrorKind::Internal, "no folder for temporary files: ", error.message());
    FL_TRY(auto file, TempFile::create(folder));
    FL_CHECK(file.removeName());
    FL_CHECK(unpackByContent(bytes, file, limits.maxUnpackedEventBytes, {}));
    return file.map();
}

Result<EventPtr> readPlainFile(ByteView bytes, const ParseLimits& limits)
{
    if (isMinidump(bytes.span()))
        return readMinidumpEvent(std::move(bytes), limits);
    if (corefile::isCoreFile(bytes.span()))
        return readCoreEvent(std::move(bytes), limits);
    if (looksLikeAppleReport(bytes.text()))
        return readAppleReport(std::move(bytes), limits);
    return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                describe(bytes.span()));
}

} // namespace

Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits)
{
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (limits.maxUnpackedEventBytes == 0 || !isCompressed(bytes.span()))
        return readPlainFile(std::move(bytes), limits);
    FL_TRY(auto unpacked, unpack(bytes.span(), limits));
    return readPlainFile(std::move(unpacked), limits);
}

} // namespace faultline
