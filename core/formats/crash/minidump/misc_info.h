// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// MINIDUMP_MISC_INFO, versions 1 to 5. A field is present when its flag is set and the stream is
/// long enough.
struct MiscInfo
{
    std::optional<std::uint32_t> processId;
    std::uint32_t rawProcessId = 0;                 ///< As stored, regardless of its flag.
    std::optional<std::uint32_t> processCreateTime; ///< Unix seconds.
    std::optional<std::uint32_t> processUserTime;   ///< Seconds.
    std::optional<std::uint32_t> processKernelTime; ///< Seconds.

    struct ProcessorPower
    {
        std::uint32_t maxMhz = 0;
        std::uint32_t currentMhz = 0;
        std::uint32_t mhzLimit = 0;
    };

    std::optional<ProcessorPower> processorPower;
    std::optional<std::uint32_t> integrityLevel;
    std::optional<std::uint32_t> executeFlags;
    std::optional<std::uint32_t> protectedProcess;

    struct TimeZone
    {
        std::uint32_t id = 0;
        std::int32_t biasMinutes = 0;
        std::string standardName;
        std::string daylightName;
    };

    std::optional<TimeZone> timeZone;
    std::string buildString;
    std::string debugBuildString;
    std::uint64_t xstateFeatures = 0; ///< EnabledFeatures of XSTATE_CONFIG_FEATURE_MSC_INFO.
    std::optional<std::uint32_t> processCookie;
};

/// Errors: Malformed (shorter than version 1).
Result<MiscInfo> readMiscInfo(const StreamScope& scope);

} // namespace faultline::minidump
