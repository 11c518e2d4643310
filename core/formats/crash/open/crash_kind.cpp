#include "core/formats/crash/open/crash_kind.h"

#include "core/base/hex.h"

#include <algorithm>
#include <array>

namespace faultline::crash {

namespace {

struct KnownFile
{
    std::string_view magic;
    std::string_view name;
};

// Files that people drop on the window by mistake, so that the message can name them.
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
    KnownFile{"{", "JSON without an event"},
};

// How crash files are stored: gzip by hand, zstd, lz4 or xz by systemd-coredump(8), zlib by Unreal.
constexpr std::array<std::string_view, 7> kCompressed{
    "\x1f\x8b",
    "\x28\xb5\x2f\xfd",
    "\x04\x22\x4d\x18",
    "\xfd"
    "7zXZ",
    "\x78\x01",
    "\x78\x9c",
    "\x78\xda",
};

} // namespace

bool isCompressedFile(Bytes head)
{
    return std::ranges::any_of(kCompressed, [text = asText(head)](std::string_view magic) {
        return text.starts_with(magic);
    });
}

bool isZipArchive(Bytes head)
{
    return asText(head).starts_with("PK\x03\x04");
}

std::string describeContent(Bytes bytes)
{
    const std::string_view text = asText(bytes);
    for (const auto& known : kKnownFiles) {
        if (text.starts_with(known.magic))
            return std::string(known.name);
    }
    return "bytes " + hexOfBytes(bytes.first(std::min<std::size_t>(bytes.size(), 8))) +
           " at offset 0";
}

} // namespace faultline::crash
