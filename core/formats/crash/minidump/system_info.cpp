// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/system_info.h"

#include "core/formats/crash/minidump/strings.h"

namespace faultline::minidump {

Result<SystemInfoRecord> readSystemInfo(const StreamScope& scope)
{
    auto reader = scope.reader();
    SystemInfoRecord info;
    info.processorArchitecture = reader.u16();
    info.processorLevel = reader.u16();
    info.processorRevision = reader.u16();
    info.processorCount = reader.u8();
    reader.skip(1); // Product type.
    info.majorVersion = reader.u32();
    info.minorVersion = reader.u32();
    info.buildNumber = reader.u32();
    info.platformId = reader.u32();
    const auto csdVersionRva = reader.u32();
    reader.skip(4); // Suite mask, reserved.
    for (auto& word : info.cpuWords)
        word = reader.u32();
    if (!reader.ok())
        return scope.malformed(scope.stream.bytes.size(), " bytes, expected 56");
    if (auto csd = readUtf16String(scope, csdVersionRva))
        info.csdVersion = std::move(*csd);
    else if (csdVersionRva != 0)
        scope.warn("version text at offset ", Hex{csdVersionRva}, " cannot be read");
    return info;
}

} // namespace faultline::minidump
