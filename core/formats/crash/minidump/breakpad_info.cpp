// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/breakpad_info.h"

#include "core/base/hex.h"
#include "core/formats/crash/minidump/strings.h"

namespace faultline::minidump {

namespace {

constexpr std::uint32_t kDumpThreadValid = 0x1;
constexpr std::uint32_t kRequestingThreadValid = 0x2;
constexpr std::size_t kAssertionUnits = 128;

/// MDAssertionInfo types, minidump_format.h.
std::string assertionKind(std::uint32_t type)
{
    switch (type) {
    case 1: return "Invalid parameter passed to library function";
    case 2: return "Pure virtual function called";
    default: return concat("Unknown assertion type 0x", hexDigits(type, 8));
    }
}

} // namespace

Result<BreakpadInfo> readBreakpadInfo(const StreamScope& scope)
{
    auto reader = scope.reader();
    const auto validity = reader.u32();
    const auto dumpThread = reader.u32();
    const auto requestingThread = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected 12");
    BreakpadInfo info;
    if ((validity & kDumpThreadValid) != 0)
        info.dumpThreadId = dumpThread;
    if ((validity & kRequestingThreadValid) != 0)
        info.requestingThreadId = requestingThread;
    return info;
}

Result<std::string> readAssertion(const StreamScope& scope)
{
    auto reader = scope.reader();
    const auto expression = readFixedUtf16(reader, kAssertionUnits);
    const auto function = readFixedUtf16(reader, kAssertionUnits);
    const auto file = readFixedUtf16(reader, kAssertionUnits);
    const auto line = reader.u32();
    const auto type = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected 776");
    // Electron's handler writes an empty record with every crash.
    if (type == 0 && expression.empty() && function.empty() && file.empty() && line == 0)
        return std::string();
    std::string text = assertionKind(type);
    if (!expression.empty())
        text += concat(' ', expression);
    if (!function.empty())
        text += concat(" in function ", function);
    if (!file.empty())
        text += concat(", in file ", file);
    if (line != 0)
        text += concat(" at line ", line);
    return text;
}

} // namespace faultline::minidump
