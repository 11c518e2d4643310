// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/event_assembly.h"

#include "core/base/hex.h"
#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/minidump/crash_reason.h"
#include "core/formats/crash/minidump/wow64.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

const std::string* findValue(const TextPairs& pairs, std::string_view key)
{
    const auto found = std::ranges::find(pairs, key, &TextPairs::value_type::first);
    return found == pairs.end() ? nullptr : &found->second;
}

/// "0xb4" in /proc/cpuinfo.
std::optional<std::uint64_t> microcodeOf(const TextPairs& cpuInfo)
{
    const auto* const text = findValue(cpuInfo, "microcode");
    if (text == nullptr || !text->starts_with("0x"))
        return std::nullopt;
    return parseHex(std::string_view(*text).substr(2));
}

/// Apple's simulators describe themselves where libraries say why they gave up.
bool isSimulatorNote(std::string_view message)
{
    return message.starts_with("CoreSimulator ") && message.contains(" - Device: ");
}

/// MiscInfo first, as rust-minidump has it; its number counts even unmarked when nothing else names
/// one.
std::optional<std::uint32_t> processIdOf(const DumpStreams& streams)
{
    if (streams.misc && streams.misc->processId)
        return streams.misc->processId;
    if (const auto* const text = findValue(streams.procStatus, "Pid")) {
        if (const auto id = parseDecimal(*text); id && *id <= UINT32_MAX)
            return static_cast<std::uint32_t>(*id);
    }
    if (streams.misc && streams.misc->rawProcessId != 0)
        return streams.misc->rawProcessId;
    return std::nullopt;
}

} // namespace

void EventAssembly::assemble()
{
    assembleSystem();
    assembleModules();
    assembleMemory();
    assembleThreads();
    assembleProcess();
    assembleCrash();
    if (const auto count = revealWow64Threads(m_event); count > 0)
        m_log.note("ThreadList",
                   "a 64-bit dump of a 32-bit program: the program's own stack comes "
                   "first in ",
                   count, " threads");
    assembleAnnotations();
    assembleDetails();
}

void EventAssembly::assembleSystem()
{
    if (!m_streams.system)
        m_log.add(Diagnostic::Severity::Error, "SystemInfo",
                  "the dump has no readable system information");
    m_event.system = m_streams.systemNames;
    m_event.system.microcode = microcodeOf(m_streams.cpuInfo);
    m_event.makeNative().lsbRelease = m_streams.lsbRelease;
}

void EventAssembly::assembleProcess()
{
    auto& process = m_event.makeNative().process;
    process.id = processIdOf(m_streams);
    if (m_streams.misc && m_streams.misc->processCreateTime) {
        process.createTime = *m_streams.misc->processCreateTime;
        process.uptimeSeconds = static_cast<std::uint64_t>(
            std::max<std::int64_t>(0, m_dump.header().timestamp - *process.createTime));
    }
    if (const auto* const name = findValue(m_streams.procStatus, "Name"))
        process.name = *name;
    process.arguments = m_streams.commandLine;
    process.environment = m_streams.environment;
    process.limits = m_streams.limits;
    process.bootArguments = m_streams.macBootargs;
}

void EventAssembly::assembleModules()
{
    m_event.modules.reserve(m_streams.modules.size());
    for (const auto& record : m_streams.modules)
        m_event.modules.push_back(record.module);
    m_event.makeNative().unloadedModules = m_streams.unloadedModules;
}

void EventAssembly::assembleMemory()
{
    auto ranges = m_streams.memory;
    for (const auto& thread : m_streams.threads) {
        if (thread.stack.rva != 0)
            ranges.push_back(
                {.address = thread.stackAddress,
                 .bytes = m_dump.clippedView(thread.stack.rva, thread.stack.sizeBytes)});
    }
    m_event.makeNative().memory =
        std::make_shared<MemoryImage>(std::move(ranges), m_dump.byteOrder());

    m_event.makeNative().memoryMap = m_streams.memoryInfo;
    if (m_streams.linuxMaps) {
        m_event.makeNative().memoryMapCount =
            static_cast<std::uint32_t>(m_streams.linuxMaps->size());
        if (m_event.makeNative().memoryMap.empty())
            std::ranges::transform(*m_streams.linuxMaps,
                                   std::back_inserter(m_event.makeNative().memoryMap),
                                   &LinuxMapping::region);
    }
    std::ranges::stable_sort(m_event.makeNative().memoryMap, {}, &MemoryRegion::address);
    for (const auto& record : m_streams.handles)
        m_event.makeNative().handles.push_back(record.handle);
}

void EventAssembly::assembleCrash()
{
    auto& crash = m_event.crash;
    crash.assertion = m_streams.assertion;
    if (!m_streams.exception) {
        constexpr auto kException = static_cast<std::uint32_t>(StreamType::Exception);
        crash.isUnreadable = std::ranges::any_of(
            m_dump.streams(), [](const StreamEntry& stream) { return stream.type == kException; });
        return;
    }
    const auto& record = *m_streams.exception;
    const auto os = m_event.system.os;
    const auto cpu = cpuFamily(m_event.system.arch);
    const auto flags = record.flags == kLldbFlag ? 0 : record.flags;
    crash.present = true;
    crash.isSimulated = isSimulated(record, os);
    crash.reason = crashReason(record, os, cpu);
    crash.address = crashAddress(record, os, cpu);
    crash.code = record.code;
    crash.flags = flags;
    const bool hasSignal = os == OsFamily::Linux || os == OsFamily::Android;
    crash.addressKnown =
        crash.isSimulated || !hasSignal ||
        (!crash::isSentSignal(record.code, flags, crash.address) && !isPcInsteadOfAddress(record));
    crash.recordAddress = record.address;
    crash.parameters.assign(record.information.begin(),
                            record.information.begin() + record.parameterCount);
    crash.threadId = record.threadId;
}

/// LLDB stores pc where other writers store the address that a signal is about. For a memory fault
/// that is wrong, unless the fault was at pc itself, outside all modules.
bool EventAssembly::isPcInsteadOfAddress(const ExceptionRecord& record) const
{
    constexpr std::uint32_t kBus = 7;
    constexpr std::uint32_t kSegv = 11;
    if ((record.code != kBus && record.code != kSegv) ||
        (record.flags != 0 && record.flags != kLldbFlag) || !m_event.requestingThread)
        return false;
    const auto& registers = m_event.threads[*m_event.requestingThread].registers;
    return registers && registers->pc() == record.address &&
           std::ranges::any_of(m_event.modules, [&](const EventModule& module) {
               return record.address >= module.address &&
                      record.address - module.address < module.sizeBytes;
           });
}

std::optional<std::uint32_t> EventAssembly::moduleIndexByName(const std::string& name) const
{
    const auto found = std::ranges::find(m_event.modules, name, &EventModule::codeFile);
    if (found == m_event.modules.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - m_event.modules.begin());
}

/// On Apple systems the library that gave up says why: "abort() called", the text of an assertion.
void EventAssembly::completeAssertion()
{
    const auto os = m_event.system.os;
    if (!m_event.crash.assertion.empty() || (os != OsFamily::MacOs && os != OsFamily::Ios))
        return;
    m_event.crash.assertion = objectiveCException();
    if (!m_event.crash.assertion.empty())
        return;
    for (const auto& annotation : m_event.annotations) {
        const bool isMessage = annotation.origin == Annotation::Origin::CrashpadList ||
                               (annotation.origin == Annotation::Origin::AppleCrashInfo &&
                                annotation.key == "message");
        if (isMessage && !annotation.value.empty() && !isSimulatorNote(annotation.value)) {
            m_event.crash.assertion = annotation.value;
            return;
        }
    }
}

/// "NSRangeException: *** -[__NSArray0 objectAtIndex:]: …". Crashpad's client for iOS records both
/// parts (client/ios_handler/exception_processor.mm). Empty unless an exception that nobody caught
/// ended the process.
std::string EventAssembly::objectiveCException() const
{
    if (m_event.crash.code != kUncaughtNsException)
        return {};
    const auto valueOf = [&](std::string_view key) {
        const auto found = std::ranges::find(m_event.annotations, key, &Annotation::key);
        return found == m_event.annotations.end() ? std::string() : found->value;
    };
    const auto name = valueOf("exceptionName");
    const auto reason = valueOf("exceptionReason");
    return name.empty() || reason.empty() ? name + reason : concat(name, ": ", reason);
}

void EventAssembly::assembleAnnotations()
{
    m_event.makeNative().addressMask = m_streams.crashpad.addressMask;
    // Crashpad counts the modules of the file, among which some may have been left out.
    std::map<std::uint32_t, std::uint32_t> indexes;
    for (std::uint32_t i = 0; i < m_streams.modules.size(); ++i)
        indexes.emplace(m_streams.modules[i].fileIndex, i);
    for (auto annotation : m_streams.crashpad.annotations) {
        if (annotation.module) {
            const auto found = indexes.find(*annotation.module);
            annotation.module =
                found != indexes.end() ? std::optional(found->second) : std::nullopt;
        }
        m_event.annotations.push_back(std::move(annotation));
    }
    m_event.makeNative().appleCrashMessages = m_streams.macCrashInfo;
    for (const auto& info : m_streams.macCrashInfo.value_or(std::vector<AppleCrashMessage>())) {
        const auto module = moduleIndexByName(info.module);
        const std::pair<std::string_view, const std::string&> texts[] = {
            {"message", info.message},
            {"signature", info.signature},
            {"backtrace", info.backtrace},
            {"message2", info.message2}};
        for (const auto& [key, value] : texts) {
            if (!value.empty())
                m_event.annotations.push_back(
                    {Annotation::Origin::AppleCrashInfo, std::string(key), value, module});
        }
    }
    completeAssertion();
    if (!m_streams.softErrors.empty())
        m_event.annotations.push_back({Annotation::Origin::MozillaSoftError, "soft_errors",
                                       m_streams.softErrors, std::nullopt});
}

} // namespace faultline::minidump
