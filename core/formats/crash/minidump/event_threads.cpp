// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/codes/windows_exceptions.h"
#include "core/formats/crash/minidump/cpu_context.h"
#include "core/formats/crash/minidump/crash_reason.h"
#include "core/formats/crash/minidump/event_assembly.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

/// NT_TIB and TEB: LastErrorValue is the fourteenth pointer-sized field (0x34 and 0x68).
constexpr unsigned kLastErrorField = 13;

Arch archOfFamily(CpuFamily family)
{
    switch (family) {
    case CpuFamily::Intel32: return Arch::X86;
    case CpuFamily::Intel64: return Arch::Amd64;
    case CpuFamily::Arm32: return Arch::Arm;
    case CpuFamily::Arm64: return Arch::Arm64;
    case CpuFamily::Ppc32: return Arch::Ppc;
    case CpuFamily::Ppc64: return Arch::Ppc64;
    case CpuFamily::Mips32: return Arch::Mips;
    case CpuFamily::Mips64: return Arch::Mips64;
    default: return Arch::Unknown;
    }
}

} // namespace

void EventAssembly::assembleThreads()
{
    if (m_streams.threads.empty())
        m_log.add(Diagnostic::Severity::Error, "ThreadList", "the dump has no readable threads");
    const auto requesting = findRequestingThread();
    m_event.requestingThread = requesting;
    m_event.threads.reserve(m_streams.threads.size());
    for (std::uint32_t i = 0; i < m_streams.threads.size(); ++i) {
        const auto& record = m_streams.threads[i];
        auto thread = makeThread(record);
        if (requesting)
            thread.isRequesting = i == *requesting;
        readContext(record, i == requesting, thread);
        m_event.threads.push_back(std::move(thread));
    }
    completeArch();
    for (auto& thread : m_event.threads)
        readLastError(thread);
}

/// Returns the exception's thread, or without one the thread that Breakpad names. If ids are equal,
/// the last thread counts, as in rust-minidump.
std::optional<std::uint32_t> EventAssembly::findRequestingThread()
{
    const auto wanted = m_streams.exception ? std::optional(m_streams.exception->threadId)
                                            : m_streams.breakpad.requestingThreadId;
    if (!wanted)
        return std::nullopt;
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < m_streams.threads.size(); ++i) {
        if (m_streams.threads[i].id != *wanted)
            continue;
        if (found)
            m_log.warn("ThreadList", "threads ", *found, " and ", i,
                       " both have the requesting thread's id ", *wanted, ", the last counts");
        found = i;
    }
    if (!found)
        m_log.warn("ThreadList", "the requesting thread ", *wanted, " is not in the list");
    return found;
}

EventThread EventAssembly::makeThread(const ThreadRecord& record) const
{
    EventThread thread;
    thread.id = record.id;
    thread.skipped = m_streams.breakpad.dumpThreadId == record.id;
    if (const auto name = m_streams.threadNames.find(record.id);
        name != m_streams.threadNames.end())
        thread.name = name->second;
    thread.suspendCount = record.suspendCount;
    thread.priority = record.priority;
    if (record.teb != 0)
        thread.teb = record.teb;
    if (const auto found = m_streams.threadInfos.find(record.id);
        found != m_streams.threadInfos.end()) {
        const auto& info = found->second;
        thread.createTime = info.createTime;
        thread.kernelTime = info.kernelTime;
        thread.userTime = info.userTime;
        thread.startAddress = info.startAddress;
    }
    if (const auto stack = m_streams.clientStacks.find(record.id);
        stack != m_streams.clientStacks.end())
        thread.prewalked = stack->second;
    findStack(record, thread);
    return thread;
}

/// Windows writers leave the location empty when the bytes are in the memory list as well.
void EventAssembly::findStack(const ThreadRecord& record, EventThread& thread) const
{
    const auto held = m_dump.clippedView(record.stack.rva, record.stack.sizeBytes).size();
    thread.stackBegin = record.stackAddress;
    thread.stackEnd = record.stackAddress;
    if (record.stack.rva != 0) {
        if (record.stackAddress + held >= record.stackAddress)
            thread.stackEnd = record.stackAddress + held;
        return;
    }
    const auto end = m_event.makeNative().memory->endOfRun(record.stackAddress);
    if (!end)
        return;
    const auto known = *end - record.stackAddress;
    thread.stackEnd += record.stack.sizeBytes != 0
                           ? std::min<std::uint64_t>(known, record.stack.sizeBytes)
                           : known;
}

void EventAssembly::readContext(const ThreadRecord& record, bool requesting, EventThread& thread)
{
    const bool crashed = requesting && m_streams.exception;
    if (crashed && applyContext(m_streams.exception->context, "exception", thread))
        return;
    applyContext(record.context, concat("thread ", record.id), thread);
}

/// Returns false when the walk has no start. The thread then gives the reason. The diagnostics give
/// it too, unless there is no context at all.
bool EventAssembly::applyContext(Location location, std::string_view what, EventThread& thread)
{
    if (location.sizeBytes == 0 || location.rva == 0) {
        thread.contextProblem = "the file has no context";
        return false;
    }
    const auto bytes = m_dump.clippedView(location.rva, location.sizeBytes);
    const auto processor =
        m_streams.system ? std::optional(m_streams.system->processorArchitecture) : std::nullopt;
    auto context = readCpuContext(bytes.span(), m_dump.byteOrder(), processor);
    if (!context) {
        thread.contextProblem =
            concat("context at offset ", Hex{location.rva}, ": ", context.error().detail);
        m_log.warn(what, thread.contextProblem);
        return false;
    }
    if (!context->doubt.empty())
        m_log.warn(what, "context at offset ", Hex{location.rva}, ' ', context->doubt);
    thread.extraRegisters = std::move(context->others);
    thread.contextProblem.clear();
    if (context->registers.family() == CpuFamily::Unknown)
        thread.contextProblem = concat("stacks of ", context->cpu, " cannot be walked");
    else
        thread.registers = context->registers;
    thread.context = bytes;
    return true;
}

/// A dump without system information still tells its CPU by its contexts.
void EventAssembly::completeArch()
{
    if (m_streams.system)
        return;
    for (const auto& thread : m_event.threads) {
        if (!thread.registers)
            continue;
        m_event.system.arch = archOfFamily(thread.registers->family());
        m_log.note("SystemInfo", "cpu ", archName(m_event.system.arch), " taken from the contexts");
        return;
    }
}

void EventAssembly::readLastError(EventThread& thread) const
{
    const auto pointerBytes = pointerSize(cpuFamily(m_event.system.arch));
    if (!thread.teb || pointerBytes == 0)
        return;
    const auto address = *thread.teb + std::uint64_t{kLastErrorField} * pointerBytes;
    if (const auto code =
            m_event.makeNative().memory->readUnsigned(address, sizeof(std::uint32_t))) {
        thread.lastError = static_cast<std::uint32_t>(*code);
        thread.lastErrorName = crash::windowsErrorName(*thread.lastError);
    }
}

} // namespace faultline::minidump
