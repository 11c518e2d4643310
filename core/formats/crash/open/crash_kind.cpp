// SPDX-License-Identifier: GPL-3.0-or-later
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
    KnownFile{"PAGEDU64", "a kernel dump of Windows; WinDbg reads it"},
    KnownFile{"PAGEDUMP", "a kernel dump of Windows; WinDbg reads it"},
    KnownFile{"minidump FreeBSD/", "a kernel dump of FreeBSD; kgdb and LLDB read it"},
    KnownFile{"plcrash", "a report of PLCrashReporter; plcrashutil convert --format=ios makes it a "
                         "text that Faultline reads"},
    KnownFile{"Analysis of sampling ", "a sample of a running process (sample), not a crash"},
    KnownFile{"Sampling process ", "a sample of a running process (sample), not a crash"},
    KnownFile{"ProblemType: ", "a report of Apport"},
    KnownFile{"MZ", "a Windows program or library, not a crash report"},
    KnownFile{"PK\x03\x04", "a zip archive"},
    KnownFile{"\x1f\x8b", "a gzip file"},
    KnownFile{"\x28\xb5\x2f\xfd", "a zstd file"},
    KnownFile{"Microsoft C/C++ MSF", "a PDB debug file, not a crash report"},
    KnownFile{"MODULE ", "a Breakpad symbol file, not a crash report"},
    KnownFile{"SYSB", "a source bundle, not a crash report"},
    KnownFile{"--", "a multipart upload body"},
    KnownFile{"{", "JSON that is neither an event nor a request: it has no exception, threads, "
                   "debug_meta, stacktraces or modules"},
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

namespace {

/// .NET's frames: "   at A.B.C(String name) in FILE:line 4".
bool isFrameOfDotnet(std::string_view line)
{
    const auto start = line.find_first_not_of(' ');
    if (start == std::string_view::npos || !line.substr(start).starts_with("at "))
        return false;
    const auto open = line.find('(');
    const auto close = line.find(')', open == std::string_view::npos ? line.size() : open);
    if (close == std::string_view::npos)
        return false;
    const auto tail = line.substr(close + 1);
    if (tail.starts_with(" in ") && tail.find(":line ") != std::string_view::npos)
        return true;
    const auto parameters = line.substr(open + 1, close - open - 1);
    return !parameters.empty() && parameters.find(' ') != std::string_view::npos &&
           parameters.find_first_of(":/\\") == std::string_view::npos;
}

bool isStackOfDotnet(std::string_view text)
{
    constexpr int kMaxLines = 100;
    for (int i = 0; i < kMaxLines && !text.empty(); ++i) {
        const auto end = std::min(text.find('\n'), text.size());
        if (isFrameOfDotnet(text.substr(0, end)))
            return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

/// Other descriptions of a process. The marks may come after lines of a log.
std::string_view describeOtherReport(Bytes bytes)
{
    constexpr std::size_t kHeadBytes = 4096;
    const auto head = asText(bytes.first(std::min(bytes.size(), kHeadBytes)));
    if (head.find("-----BEGIN BREAKPAD MICRODUMP-----") != std::string_view::npos)
        return "a microdump; Breakpad's microdump_stackwalk reads it";
    if (head.find("Data Source:") != std::string_view::npos &&
        head.find("Stackshots") != std::string_view::npos)
        return "a report of spindump about a slow process, not a crash";
    if (head.starts_with('{') && head.find("\"binary_images\"") != std::string_view::npos &&
        head.find("\"report\"") != std::string_view::npos)
        return "a JSON report of KSCrash; its converter to Apple's format makes a text that "
               "Faultline reads";
    if (isStackOfDotnet(head))
        return "a stack trace of .NET as text, whose frames name no offsets to look up";
    return {};
}

} // namespace

bool isOtherReport(Bytes head)
{
    return !describeOtherReport(head).empty();
}

std::string describeContent(Bytes bytes)
{
    const std::string_view text = asText(bytes);
    if (const auto other = describeOtherReport(bytes); !other.empty())
        return std::string(other);
    for (const auto& known : kKnownFiles) {
        if (text.starts_with(known.magic))
            return std::string(known.name);
    }
    return "bytes " + hexOfBytes(bytes.first(std::min<std::size_t>(bytes.size(), 8))) +
           " at offset 0";
}

} // namespace faultline::crash
