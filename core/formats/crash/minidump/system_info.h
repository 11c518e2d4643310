// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <array>

namespace faultline::minidump {

/// MINIDUMP_SYSTEM_INFO as stored. system_names.h translates it to names.
struct SystemInfoRecord
{
    std::uint16_t processorArchitecture = 0xffff; ///< See ProcessorArchitecture.
    std::uint16_t processorLevel = 0;
    std::uint16_t processorRevision = 0;
    std::uint8_t processorCount = 0;
    std::uint32_t majorVersion = 0;
    std::uint32_t minorVersion = 0;
    std::uint32_t buildNumber = 0;
    std::uint32_t platformId = 0;
    std::string csdVersion = {};             ///< Service pack, macOS build or the words of uname.
    std::array<std::uint32_t, 6> cpuWords{}; ///< The CPU union, read as words.
};

/// PROCESSOR_ARCHITECTURE_…: from winnt.h; numbers from 0x8001 are Breakpad's and Crashpad's.
namespace processor {
constexpr std::uint16_t kX86 = 0;
constexpr std::uint16_t kMips = 1;
constexpr std::uint16_t kPpc = 3;
constexpr std::uint16_t kArm = 5;
constexpr std::uint16_t kAmd64 = 9;
constexpr std::uint16_t kX86OnWin64 = 10;
constexpr std::uint16_t kArm64 = 12;
constexpr std::uint16_t kArmOnWin64 = 13;
constexpr std::uint16_t kSparc = 0x8001;
constexpr std::uint16_t kPpc64 = 0x8002;
constexpr std::uint16_t kArm64Old = 0x8003;
constexpr std::uint16_t kMips64 = 0x8004;
constexpr std::uint16_t kRiscv = 0x8005;
constexpr std::uint16_t kRiscv64 = 0x8006;
constexpr std::uint16_t kUnknown = 0xffff;
} // namespace processor

/// Errors: Malformed (fewer than 56 bytes).
Result<SystemInfoRecord> readSystemInfo(const StreamScope& scope);

} // namespace faultline::minidump
