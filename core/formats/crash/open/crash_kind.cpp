// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/open/crash_kind.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

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
    KnownFile{"Analysis of sampling ", "a sample of a running process without its call graph"},
    KnownFile{"Sampling process ", "a sample of a running process without its call graph"},
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

// How crash files are stored: gzip and bzip2 by hand, zstd, lz4 or xz by systemd-coredump(8), zlib
// by Unreal.
constexpr std::array<std::string_view, 8> kCompressed{
    "BZh",
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

namespace {

/// Other descriptions of a process. The marks may come after lines of a log.
std::string_view describeOtherReport(Bytes bytes)
{
    constexpr std::size_t kHeadBytes = 4096;
    const auto head = asText(bytes.first(std::min(bytes.size(), kHeadBytes)));
    const auto holds = [head](std::string_view word) {
        return head.find(word) != std::string_view::npos;
    };
    const bool isSampled = holds("\nDuration:") && holds("\nSteps:") && holds("\nEvent:");
    if (isSampled || (holds("Data Source:") && holds("Stackshots")))
        return "a report of spindump about a slow process, not a crash";
    return {};
}

/// A word of a text, and what the text then resembles.
struct Resemblance
{
    std::string_view word;
    std::string_view meaning;
};

// Texts that name a failure without a stack. What would open them is a longer excerpt.
constexpr std::array kResemblances{
    Resemblance{"dumped core",
                "it tells of a crash, but holds no stack: coredumpctl info prints it"},
    Resemblance{"Segmentation fault", "it tells of a crash, but holds no stack"},
    Resemblance{"SIGSEGV", "it tells of a crash, but holds no stack"},
    Resemblance{"SIGABRT", "it tells of a crash, but holds no stack"},
    Resemblance{"panicked at", "it tells of a panic of Rust; RUST_BACKTRACE=1 adds the stack"},
    Resemblance{"panic: ", "it tells of a panic, but holds no goroutine"},
    Resemblance{"Sanitizer: ", "it names a sanitizer, but holds no stack"},
    Resemblance{"Exception", "it names an exception, but holds no frame that Faultline reads"},
    Resemblance{"#!/", "it is a script"},
    Resemblance{"#include ", "it is source text"},
    Resemblance{"<!DOCTYPE", "it is a page"},
    Resemblance{"<html", "it is a page"},
    Resemblance{"<?xml", "it is XML"},
};

/// Is a text UTF-8, whose last character may be cut?
bool isUtf8UpToCut(std::string_view head)
{
    constexpr std::size_t kLongest = 4;
    for (std::size_t cut = 0; cut < std::min(kLongest, head.size()); ++cut) {
        if (isValidUtf8(head.substr(0, head.size() - cut)))
            return true;
    }
    return false;
}

bool isReadableText(std::string_view text)
{
    constexpr std::size_t kTextHead = 4096;
    const auto head = text.substr(0, kTextHead);
    return !head.empty() && (isUtf8UpToCut(head)) && std::ranges::none_of(head, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' &&
               c != '\f' && c != '\x1b';
    });
}

std::string describeText(std::string_view text)
{
    constexpr std::size_t kSearchedBytes = 64u << 10;
    const auto head = text.substr(0, kSearchedBytes);
    const auto start = head.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return "text of blanks only";
    const auto line = head.substr(start, head.find_first_of("\r\n", start) - start);
    auto words = concat("text without a stack that Faultline reads, beginning with \"",
                        escapeControls(excerpt(line)), "\"");
    const auto found = std::ranges::find_if(kResemblances, [head](const Resemblance& each) {
        return head.find(each.word) != std::string_view::npos;
    });
    return found == kResemblances.end() ? words : concat(words, "; ", found->meaning);
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
    if (isReadableText(text))
        return describeText(text);
    return "bytes " + hexOfBytes(bytes.first(std::min<std::size_t>(bytes.size(), 8))) +
           " at offset 0";
}

} // namespace faultline::crash
