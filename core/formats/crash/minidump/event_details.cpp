// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/crash/minidump/event_assembly.h"

namespace faultline::minidump {

void EventAssembly::addDetail(std::string key, std::string value)
{
    if (!value.empty())
        m_event.details.emplace_back(std::move(key), std::move(value));
}

void EventAssembly::assembleDetails()
{
    addDetail("minidump version", concat(Hex{m_dump.header().version}));
    addDetail("minidump flags", concat(Hex{m_dump.header().flags}));
    addDetail("byte order",
              m_dump.byteOrder() == std::endian::little ? "little endian" : "big endian");
    if (m_streams.exception)
        addDetail("stop description", stopDescription(*m_streams.exception));
    addMiscDetails();
    addCrashpadDetails();
    addLinuxDetails();
    for (const auto& [key, value] : m_streams.windowsFacts)
        addDetail(key, value);
    addDetail("mac boot arguments", m_streams.macBootargs.value_or(""));
    for (const auto& comment : m_streams.comments)
        addDetail("comment", comment);
    for (const auto& record : m_streams.handles) {
        std::string kinds;
        for (const auto& kind : record.objectInfo)
            kinds += concat(kinds.empty() ? "" : ", ", kind);
        addDetail(concat("handle ", Hex{record.handle.value}, " information"), std::move(kinds));
    }
}

void EventAssembly::addCrashpadDetails()
{
    if (!m_streams.hasCrashpad)
        return;
    addDetail("crashpad report id", m_streams.crashpad.reportId.canonical());
    addDetail("crashpad client id", m_streams.crashpad.clientId.canonical());
    if (m_streams.crashpad.addressMask != 0)
        addDetail("pointer authentication mask", hexAddress(m_streams.crashpad.addressMask));
}

void EventAssembly::addMiscDetails()
{
    if (!m_streams.misc)
        return;
    const auto& misc = *m_streams.misc;
    const auto seconds = [&](std::string key, std::optional<std::uint32_t> value) {
        if (value)
            addDetail(std::move(key), concat(*value, " s"));
    };
    const auto number = [&](std::string key, std::optional<std::uint32_t> value) {
        if (value)
            addDetail(std::move(key), concat(Hex{*value}));
    };
    seconds("process user time", misc.processUserTime);
    seconds("process kernel time", misc.processKernelTime);
    if (misc.processorPower)
        addDetail("processor clock",
                  concat(misc.processorPower->currentMhz, " of ", misc.processorPower->maxMhz,
                         " MHz, limit ", misc.processorPower->mhzLimit, " MHz"));
    number("process integrity level", misc.integrityLevel);
    number("process execute flags", misc.executeFlags);
    number("protected process", misc.protectedProcess);
    if (misc.timeZone)
        addDetail("time zone",
                  concat(misc.timeZone->standardName, " / ", misc.timeZone->daylightName, ", ",
                         misc.timeZone->biasMinutes, " minutes west of UTC"));
    addDetail("build", misc.buildString);
    addDetail("debugger library build", misc.debugBuildString);
    if (misc.xstateFeatures != 0)
        addDetail("extended state features", concat(Hex{misc.xstateFeatures}));
    number("process cookie", misc.processCookie);
}

void EventAssembly::addLinuxDetails()
{
    for (const auto& [key, value] : m_streams.procStatus)
        addDetail(concat("status ", key), value);
    for (const auto& limit : m_streams.limits)
        addDetail(concat("limit ", limit.name),
                  concat(limit.soft, ' ', limit.hard, ' ', limit.unit));
    for (const auto& [key, value] : m_streams.auxv)
        addDetail(key, hexAddress(value));
    for (const auto& [key, value] : m_streams.dsoDebug)
        addDetail(key, value);
}

} // namespace faultline::minidump
