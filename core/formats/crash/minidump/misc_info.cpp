// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/misc_info.h"

#include "core/formats/crash/minidump/strings.h"

namespace faultline::minidump {

namespace {

// Start of each version's part, and end of the last one: minidumpapiset.h, MINIDUMP_MISC_INFO_2 …
// _5.
constexpr std::size_t kVersion2Offset = 24;
constexpr std::size_t kVersion3Offset = 44;
constexpr std::size_t kVersion4Offset = 232;
constexpr std::size_t kVersion5Offset = 832;
constexpr std::size_t kVersion5End = 1364;

enum Flag : std::uint32_t {
    kProcessId = 0x1,
    kProcessTimes = 0x2,
    kProcessorPower = 0x4,
    kIntegrity = 0x10,
    kExecuteFlags = 0x20,
    kTimeZone = 0x40,
    kProtectedProcess = 0x80,
    kBuildString = 0x100,
    kProcessCookie = 0x200,
};

template <class T>
std::optional<T> validIf(std::uint32_t flags, Flag flag, T value)
{
    return (flags & flag) != 0 ? std::optional<T>(std::move(value)) : std::nullopt;
}

void readVersion1(ByteReader& reader, std::uint32_t flags, MiscInfo& info)
{
    info.rawProcessId = reader.u32();
    info.processId = validIf(flags, kProcessId, info.rawProcessId);
    info.processCreateTime = validIf(flags, kProcessTimes, reader.u32());
    info.processUserTime = validIf(flags, kProcessTimes, reader.u32());
    info.processKernelTime = validIf(flags, kProcessTimes, reader.u32());
}

void readVersion2(ByteReader& reader, std::uint32_t flags, MiscInfo& info)
{
    MiscInfo::ProcessorPower power;
    power.maxMhz = reader.u32();
    power.currentMhz = reader.u32();
    power.mhzLimit = reader.u32();
    reader.skip(8); // Idle states.
    info.processorPower = validIf(flags, kProcessorPower, power);
}

MiscInfo::TimeZone readTimeZone(ByteReader& reader)
{
    constexpr std::size_t kNameUnits = 32;
    constexpr std::size_t kSystemTimeBytes = 16;
    MiscInfo::TimeZone zone;
    zone.id = reader.u32();
    zone.biasMinutes = reader.i32();
    zone.standardName = readFixedUtf16(reader, kNameUnits);
    reader.skip(kSystemTimeBytes + 4); // When standard time begins, and its own bias.
    zone.daylightName = readFixedUtf16(reader, kNameUnits);
    reader.skip(kSystemTimeBytes + 4);
    return zone;
}

void readVersion3(ByteReader& reader, std::uint32_t flags, MiscInfo& info)
{
    info.integrityLevel = validIf(flags, kIntegrity, reader.u32());
    info.executeFlags = validIf(flags, kExecuteFlags, reader.u32());
    info.protectedProcess = validIf(flags, kProtectedProcess, reader.u32());
    info.timeZone = validIf(flags, kTimeZone, readTimeZone(reader));
}

void readVersion4(ByteReader& reader, std::uint32_t flags, MiscInfo& info)
{
    constexpr std::size_t kBuildUnits = 260;
    constexpr std::size_t kDebugBuildUnits = 40;
    info.buildString =
        validIf(flags, kBuildString, readFixedUtf16(reader, kBuildUnits)).value_or("");
    info.debugBuildString =
        validIf(flags, kBuildString, readFixedUtf16(reader, kDebugBuildUnits)).value_or("");
}

void readVersion5(ByteReader& reader, std::uint32_t flags, MiscInfo& info)
{
    constexpr std::size_t kFeatureTableBytes = 64 * 8;
    reader.skip(8); // Size of the structure and of the context.
    info.xstateFeatures = reader.u64();
    reader.skip(kFeatureTableBytes);
    info.processCookie = validIf(flags, kProcessCookie, reader.u32());
}

} // namespace

Result<MiscInfo> readMiscInfo(const StreamScope& scope)
{
    const std::size_t available = scope.stream.bytes.size();
    if (available < kVersion2Offset)
        return scope.malformed(available, " bytes, expected at least ", kVersion2Offset);
    auto reader = scope.reader();
    reader.skip(4); // SizeOfInfo: the stream's own size is as good.
    const auto flags = reader.u32();
    MiscInfo info;
    readVersion1(reader, flags, info);
    if (available >= kVersion3Offset)
        readVersion2(reader, flags, info);
    if (available >= kVersion4Offset)
        readVersion3(reader, flags, info);
    if (available >= kVersion5Offset)
        readVersion4(reader, flags, info);
    if (available >= kVersion5End)
        readVersion5(reader, flags, info);
    return info;
}

} // namespace faultline::minidump
