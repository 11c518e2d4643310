// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/event_assembly.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/formats/crash/codes/bsd_signals.h"
#include "core/formats/crash/codes/linux_signals.h"
#include "core/formats/crash/elfcore/abort_message.h"
#include "core/formats/crash/elfcore/core_memory.h"
#include "core/formats/crash/elfcore/core_modules.h"
#include "core/formats/crash/elfcore/core_registers.h"

#include <algorithm>
#include <set>

namespace faultline::corefile {

namespace {

// After a stack overflow, the stack pointer is in the guard below the stack. How far depends on the
// frame that did not fit.
constexpr std::uint64_t kMaxBelowStack = 64 << 10;
constexpr std::size_t kMaxPathBytes = 4096; // Linux, PATH_MAX.
constexpr std::uint32_t kAbortSignal = 6;   // SIGABRT on all CPUs.

/// rust-minidump's names, docs/spec/stackwalk.md §6.
std::string_view cpuNameOf(Arch arch)
{
    switch (arch) {
    case Arch::Amd64: return "amd64";
    case Arch::X86: return "x86";
    case Arch::Unknown: return "unknown";
    default: return archName(arch);
    }
}

/// "14.0" for __FreeBSD_version 1400097 (FreeBSD Porter's Handbook, chapter 18).
std::string freeBsdVersion(std::uint32_t release)
{
    constexpr std::uint32_t kMajor = 100'000;
    constexpr std::uint32_t kMinor = 1000;
    if (release < kMajor)
        return {};
    return concat(release / kMajor, '.', release % kMajor / kMinor);
}

std::optional<std::string> reasonOf(OsFamily system, std::uint32_t signal, std::uint32_t signalCode)
{
    switch (system) {
    case OsFamily::FreeBsd:
        return crash::bsdSignalReason(crash::BsdSystem::FreeBsd, signal, signalCode);
    case OsFamily::NetBsd:
        return crash::bsdSignalReason(crash::BsdSystem::NetBsd, signal, signalCode);
    case OsFamily::OpenBsd:
        return crash::bsdSignalReason(crash::BsdSystem::OpenBsd, signal, signalCode);
    default: return crash::linuxSignalReason(signal, signalCode);
    }
}

/// Beyond AT_ENTRY every system has numbers of its own.
std::string auxvNameOf(OsFamily system, std::uint64_t type)
{
    const bool isCommon =
        system == OsFamily::Linux || type <= static_cast<std::uint64_t>(crash::AuxvType::Entry);
    return isCommon ? crash::auxvName(type) : concat("AT_", type);
}

/// "12.034 s" for a time in 100 ns.
std::string secondsText(std::uint64_t time)
{
    const auto milliseconds = time / 10'000;
    const auto fraction = std::to_string(milliseconds % 1000);
    return concat(milliseconds / 1000, '.', std::string(3 - fraction.size(), '0'), fraction, " s");
}

std::vector<std::string> splitAtBlanks(std::string_view text)
{
    std::vector<std::string> words;
    for (text = trimAscii(text); !text.empty(); text = trimAscii(text)) {
        const auto end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

} // namespace

void EventAssembly::assemble()
{
    assembleSystem();
    auto ranges = readMemory(m_core, m_log);
    m_event.makeNative().memory =
        std::make_shared<MemoryImage>(std::move(ranges), m_core.layout.order);
    m_event.makeNative().memoryMap = readMemoryMap(m_core, m_notes, m_log);
    m_event.modules = findModules(m_core, m_notes, *m_event.makeNative().memory,
                                  m_event.makeNative().memoryMap, m_log);
    mapCopiesOfModules();
    m_event.makeNative().addressMask = m_notes.addressMask;
    m_event.makeNative().streams = m_notes.infos;
    assembleProcess();
    assembleThreads();
    assembleCrash();
    assembleDetails();
}

void EventAssembly::assembleSystem()
{
    auto& system = m_event.system;
    system.os = m_notes.system;
    system.osName = systemName(m_notes.system);
    system.osLongName = system.osName;
    system.osVersion = freeBsdVersion(m_notes.release);
    system.arch = m_core.arch;
    system.cpuName = cpuNameOf(m_core.arch);
}

/// gdb leaves out memory that equals the file's content. V8 maps its built-in code a second time
/// from its file, outside the image. Without this step nothing would show that there is code.
void EventAssembly::mapCopiesOfModules()
{
    std::set<std::string_view> files;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> known;
    for (const auto& module : m_event.modules) {
        files.insert(module.codeFile ? std::string_view(*module.codeFile) : std::string_view());
        known.emplace_back(module.address, module.address + module.sizeBytes);
    }
    for (const auto& region : m_event.makeNative().memoryMap)
        known.emplace_back(region.address, region.address + region.sizeBytes);
    std::ranges::sort(known);
    for (std::size_t i = 1; i < known.size(); ++i)
        known[i].second = std::max(known[i].second, known[i - 1].second); // Up to here.
    for (const auto& file : m_notes.files) {
        const auto next = std::ranges::upper_bound(known, std::pair(file.begin, UINT64_MAX));
        const bool isKnown = next != known.begin() && std::prev(next)->second > file.begin;
        if (isKnown || file.fileOffset == 0 || !files.contains(file.path))
            continue;
        MemoryRegion region;
        region.address = file.begin;
        region.sizeBytes = file.end - file.begin;
        region.readable = true;
        region.executable = true;
        region.owner = toValidUtf8(file.path);
        region.kind = "mapped";
        m_event.makeNative().memoryMap.push_back(std::move(region));
    }
    std::ranges::stable_sort(m_event.makeNative().memoryMap, {}, &MemoryRegion::address);
}

void EventAssembly::assembleProcess()
{
    m_event.makeNative().entryPoint = m_notes.auxiliaryValue(crash::AuxvType::Entry);
    m_event.makeNative().programHeaders = m_notes.auxiliaryValue(crash::AuxvType::ProgramHeaders);
    if (!m_notes.process)
        return;
    const auto& status = *m_notes.process;
    if (status.id != 0)
        m_event.makeNative().process.id = status.id;
    m_event.makeNative().process.name = status.name;
    m_event.makeNative().process.arguments = splitAtBlanks(status.commandLine);
    if (status.isCut)
        m_log.note("NT_PRPSINFO", "the command line is cut off after ", status.commandLine.size(),
                   " characters");
}

void EventAssembly::assembleThreads()
{
    if (m_notes.threads.empty()) {
        m_log.add(Diagnostic::Severity::Error, "NT_PRSTATUS", "the file has no readable threads");
        return;
    }
    m_event.threads.reserve(m_notes.threads.size());
    for (const auto& status : m_notes.threads) {
        EventThread thread;
        thread.id = status.id;
        if (!status.name.empty())
            thread.name = status.name;
        thread.isRequesting = m_event.threads.empty();
        thread.contextProblem = status.problem;
        if (status.registers) {
            thread.registers = status.registers->registers;
            thread.extraRegisters = status.registers->others;
            findStack(thread);
        } else {
            m_log.warn("NT_PRSTATUS", "thread ", status.id, ": ", status.problem);
        }
        m_event.threads.push_back(std::move(thread));
    }
    m_event.requestingThread = 0;
    setTimes();
}

/// The kernel gives the first thread of a process the times of the whole process (Linux,
/// fs/binfmt_elf.c, fill_prstatus()), so its own are unknown, and those of all threads while it is
/// not known which is the first. Other writers leave all of them 0.
void EventAssembly::setTimes()
{
    const auto hasTime = [](const ThreadStatus& status) {
        return status.userTime.value_or(0) != 0 || status.kernelTime.value_or(0) != 0;
    };
    if (!m_notes.process || m_notes.process->id == 0 ||
        std::ranges::none_of(m_notes.threads, hasTime))
        return;
    for (std::size_t i = 0; i < m_notes.threads.size(); ++i) {
        const auto& status = m_notes.threads[i];
        if (status.id == m_notes.process->id)
            continue;
        m_event.threads[i].userTime = status.userTime;
        m_event.threads[i].kernelTime = status.kernelTime;
    }
}

void EventAssembly::findStack(EventThread& thread) const
{
    const auto sp = thread.registers->sp();
    const auto& ranges = m_event.makeNative().memory->ranges();
    const auto range = std::ranges::upper_bound(ranges, sp, {}, &MemoryRange::end);
    thread.stackBegin = sp;
    thread.stackEnd = sp;
    if (range == ranges.end() || (range->address > sp && range->address - sp > kMaxBelowStack))
        return;
    thread.stackBegin = range->address;
    thread.stackEnd = range->end();
}

/// The first thread is the one that the kernel was dumping for. A core that was asked for (gcore)
/// names no signal.
void EventAssembly::assembleCrash()
{
    if (m_notes.threads.empty() || m_notes.threads.front().currentSignal == 0)
        return;
    const auto& thread = m_notes.threads.front();
    auto& crash = m_event.crash;
    crash.present = true;
    crash.threadId = thread.id;
    crash.code = thread.currentSignal;
    if (thread.signal && thread.signal->number == thread.currentSignal) {
        crash.flags = thread.signal->code;
        crash.address = thread.signal->faultAddress.value_or(0);
        crash.recordAddress = crash.address;
    } else if (thread.signal) {
        m_log.warn("NT_SIGINFO", "signal ", thread.signal->number, ", but thread ", thread.id,
                   " stopped for signal ", thread.currentSignal);
    }
    // NetBSD and OpenBSD do not record the address.
    crash.addressKnown = m_notes.system == OsFamily::Linux
                             ? !crash::isSentSignal(crash.code, crash.flags, crash.address)
                             : thread.signal && thread.signal->faultAddress;
    crash.reason = reasonOf(m_notes.system, crash.code, crash.flags)
                       .value_or(crash::unknownCrashReason(crash.code, crash.flags));
    if (m_notes.system == OsFamily::Linux && crash.code == kAbortSignal) {
        const auto& native = m_event.makeNative();
        crash.assertion = glibcAbortMessage(m_event.modules, native.memoryMap, *native.memory,
                                            unsigned(m_core.wordBytes()));
    }
}

void EventAssembly::assembleDetails()
{
    auto& details = m_event.details;
    if (const auto name = m_notes.auxiliaryValue(crash::AuxvType::ExecFileName))
        details.emplace_back("executable", textAt(*name));
    if (!m_notes.threads.empty() && m_notes.threads.front().signal) {
        if (const auto sender = m_notes.threads.front().signal->senderId)
            details.emplace_back("signal sent by process", std::to_string(*sender));
    }
    addProcessTimes();
    for (const auto& [type, value] : m_notes.auxiliary)
        details.emplace_back(auxvNameOf(m_notes.system, type), hexAddress(value));
    std::erase_if(details, [](const auto& detail) { return detail.second.empty(); });
}

void EventAssembly::addProcessTimes()
{
    const auto first = std::ranges::find(m_notes.threads, m_notes.process ? m_notes.process->id : 0,
                                         &ThreadStatus::id);
    if (first == m_notes.threads.end())
        return;
    const auto add = [&](const char* name, const std::optional<std::uint64_t>& time) {
        if (time.value_or(0) != 0)
            m_event.details.emplace_back(name, secondsText(*time));
    };
    add("process user time", first->userTime);
    add("process kernel time", first->kernelTime);
}

/// Empty when the memory is not in the file.
std::string EventAssembly::textAt(std::uint64_t address) const
{
    const auto bytes = m_event.makeNative().memory->pieceFrom(address);
    const auto text = asText(bytes.first(std::min(bytes.size(), kMaxPathBytes)));
    const auto end = text.find('\0');
    return end == std::string_view::npos ? std::string() : toValidUtf8(text.substr(0, end));
}

} // namespace faultline::corefile
