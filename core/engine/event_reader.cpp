#include "core/engine/event_reader.h"

#include "core/base/byte_reader.h"
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/apple/read_apple.h"
#include "core/formats/minidump/read_event.h"

#include <array>

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
              "an ELF file (a program, library or core file), not a crash report"},
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

} // namespace

Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits)
{
    if (bytes.empty())
        return fail(ErrorKind::Unsupported, "the file is empty");
    if (isMinidump(bytes.span()))
        return readMinidumpEvent(std::move(bytes), limits);
    if (looksLikeAppleReport(bytes.text()))
        return readAppleReport(std::move(bytes), limits);
    return fail(ErrorKind::Unsupported, "not a crash file that Faultline knows: it looks like ",
                describe(bytes.span()));
}

} // namespace faultline
