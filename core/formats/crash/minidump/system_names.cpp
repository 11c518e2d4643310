// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/system_names.h"

#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

struct OsName
{
    std::uint32_t platformId;
    OsFamily family;
    std::string_view name; ///< As Symbolicator prints it.
    /// The form that rust-minidump prints; empty when it prints the number.
    std::string_view longName;
};

// Breakpad's minidump_format.h, MD_OS_…; names: docs/spec/stackwalk.md §6.
constexpr auto kSystems = std::to_array<OsName>({
    {2, OsFamily::Windows, "Windows", "Windows NT"},
    {3, OsFamily::Windows, "Windows", "Windows NT"},
    {0x8101, OsFamily::MacOs, "macOS", "Mac OS X"},
    {0x8102, OsFamily::Ios, "iOS", "iOS"},
    {0x8201, OsFamily::Linux, "Linux", "Linux"},
    {0x8202, OsFamily::Solaris, "Solaris", "Solaris"},
    {0x8203, OsFamily::Android, "Android", "Android"},
    {0x8204, OsFamily::Ps3, "PS3", "PS3"},
    {0x8205, OsFamily::NaCl, "NaCl", "NaCl"},
    {0x8206, OsFamily::Fuchsia, "", ""},
});

struct CpuName
{
    std::uint16_t architecture;
    Arch arch;
    std::string_view name;
};

constexpr auto kProcessors = std::to_array<CpuName>({
    {processor::kX86, Arch::X86, "x86"},
    {processor::kX86OnWin64, Arch::X86, "x86"},
    {processor::kAmd64, Arch::Amd64, "amd64"},
    {processor::kArm, Arch::Arm, "arm"},
    {processor::kArmOnWin64, Arch::Arm, "arm"},
    {processor::kArm64, Arch::Arm64, "arm64"},
    {processor::kArm64Old, Arch::Arm64, "arm64"},
    {processor::kPpc, Arch::Ppc, "ppc"},
    {processor::kPpc64, Arch::Ppc64, "ppc64"},
    {processor::kMips, Arch::Mips, "mips"},
    {processor::kMips64, Arch::Mips64, "mips64"},
    {processor::kSparc, Arch::Unknown, "sparc"},
    {processor::kRiscv, Arch::Unknown, "riscv"},
    {processor::kRiscv64, Arch::Unknown, "riscv64"},
});

const OsName* findSystem(std::uint32_t platformId)
{
    const auto found = std::ranges::find(kSystems, platformId, &OsName::platformId);
    return found == kSystems.end() ? nullptr : &*found;
}

const CpuName* findProcessor(std::uint16_t architecture)
{
    const auto found = std::ranges::find(kProcessors, architecture, &CpuName::architecture);
    return found == kProcessors.end() ? nullptr : &*found;
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    constexpr std::string_view kBlanks = " \t\r\n";
    for (auto start = text.find_first_not_of(kBlanks); start != std::string_view::npos;) {
        const auto end = std::min(text.find_first_of(kBlanks, start), text.size());
        words.push_back(text.substr(start, end - start));
        start = text.find_first_not_of(kBlanks, end);
    }
    return words;
}

/// Linux writers store the words of "uname -srvm", some with "-o": "Linux 4.9.60 #1 SMP … x86_64
/// GNU/Linux". The release is the version; the rest without architecture and operating system is
/// the build.
void splitUname(std::string_view text, SystemInfo& system)
{
    auto words = wordsOf(text);
    if (words.size() < 2)
        return;
    system.osVersion = words[1];
    words.erase(words.begin(), words.begin() + 2);
    constexpr auto kSystemWords =
        std::to_array<std::string_view>({"GNU/Linux", "Linux/GNU", "Android"});
    if (!words.empty() && std::ranges::find(kSystemWords, words.back()) != kSystemWords.end())
        words.pop_back();
    if (!words.empty())
        words.pop_back();
    system.osBuild.clear();
    for (const auto word : words)
        system.osBuild += concat(system.osBuild.empty() ? "" : " ", word);
}

/// LLDB leaves the version of Linux unset, so that it holds stale words of LLDB's own stack. Kernel
/// versions are small and do not begin with zero.
bool isFilledIn(const SystemInfoRecord& record, OsFamily os)
{
    constexpr std::uint32_t kLargest = 0xffff;
    const auto isSmall = record.majorVersion <= kLargest && record.minorVersion <= kLargest &&
                         record.buildNumber <= kLargest;
    const bool isEmpty = record.minorVersion == 0 && record.buildNumber == 0;
    return os != OsFamily::Linux || (isSmall && (record.majorVersion != 0 || isEmpty));
}

} // namespace

Arch archOf(std::uint16_t processorArchitecture)
{
    const auto* const found = findProcessor(processorArchitecture);
    return found != nullptr ? found->arch : Arch::Unknown;
}

SystemInfo describeSystem(const SystemInfoRecord& record)
{
    SystemInfo system;
    if (const auto* const os = findSystem(record.platformId)) {
        system.os = os->family;
        system.osName = os->name;
        system.osLongName = os->longName;
    }
    if (system.osLongName.empty())
        system.osLongName = concat("0x", hexDigits(record.platformId, 8));
    if (isFilledIn(record, system.os))
        system.osVersion =
            concat(record.majorVersion, '.', record.minorVersion, '.', record.buildNumber);
    system.osBuild = trimAscii(record.csdVersion);
    // Android's texts begin the same way, but the peers leave them whole.
    if (system.os == OsFamily::Linux && system.osVersion == "0.0.0")
        splitUname(record.csdVersion, system);
    const auto* const cpu = findProcessor(record.processorArchitecture);
    system.arch = cpu != nullptr ? cpu->arch : Arch::Unknown;
    system.cpuName = cpu != nullptr ? cpu->name : "unknown";
    system.cpuInfo = cpuInfoText(record);
    system.cpuCount = record.processorCount;
    return system;
}

} // namespace faultline::minidump
