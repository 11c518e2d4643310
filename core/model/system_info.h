// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"

#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

enum class OsFamily : std::uint8_t {
    Unknown,
    Windows,
    MacOs,
    Ios,
    Linux,
    Android,
    Solaris,
    Ps3,
    NaCl,
    Fuchsia,
    FreeBsd,
    NetBsd,
    OpenBsd
};

struct SystemInfo
{
    OsFamily os = OsFamily::Unknown;
    std::string
        osName; ///< As Symbolicator prints it ("Linux", "macOS", ""); docs/spec/stackwalk.md §6.
    std::string osVersion;
    std::string osBuild;
    std::string osLongName; ///< As rust-minidump prints it ("Windows NT", "Mac OS X").
    Arch arch = Arch::Unknown;
    std::string cpuName; ///< rust-minidump's cpu_arch ("amd64").
    std::string cpuInfo; ///< "GenuineIntel family 6 model 85 stepping 7"; may be empty.
    std::uint32_t cpuCount = 0;
    std::optional<std::uint64_t> microcode;
    std::string deviceModel;
};

} // namespace faultline
