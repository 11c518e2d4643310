// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/machcore/read_event.h"

#include "core/formats/crash/machcore/core_threads.h"
#include "core/formats/crash/machcore/image_list.h"

#include <algorithm>

namespace faultline::machcore {

namespace {

// After a stack overflow, the stack pointer is in the guard below the stack.
constexpr std::uint64_t kMaxBelowStack = 64 << 10;

/// Assembles one event from one core. Lives for one call.
class EventAssembly
{
public:
    EventAssembly(const MachCore& core, const ParseLimits& limits, DiagnosticLog& log, Event& event)
        : m_core(core), m_limits(limits), m_log(log), m_event(event)
    {
    }

    void assemble()
    {
        auto& native = m_event.makeNative();
        native.memory = std::make_shared<MemoryImage>(m_core.memory, std::endian::little);
        native.memoryMap = m_core.memoryMap;
        native.addressMask = addressMask();
        auto images = findImages(m_core, *native.memory, m_limits, m_log);
        m_event.modules = std::move(images.modules);
        assembleSystem(images.platform);
        assembleThreads();
        for (const auto& note : m_core.notes)
            addStream(note);
    }

private:
    /// Platforms: mach-o/loader.h. Simulators run on macOS.
    void assembleSystem(std::uint32_t platform)
    {
        constexpr std::uint32_t kIos = 2;
        auto& system = m_event.system;
        const bool isIos = platform == kIos;
        system.os = isIos ? OsFamily::Ios : OsFamily::MacOs;
        system.osName = isIos ? "iOS" : "macOS";
        system.osLongName = isIos ? "iOS" : "Mac OS X";
        system.arch = m_core.arch;
        system.cpuName =
            cpuFamily(m_core.arch) == CpuFamily::Intel64 ? "amd64" : archName(m_core.arch);
    }

    /// The note "addrable bits" counts the bits of an address; others sign pointers (arm64e).
    /// Version 3 has one number, version 4 one for each half of the address space.
    std::uint64_t addressMask() const
    {
        for (const auto& note : m_core.notes) {
            ByteReader reader(note.bytes);
            const auto version = reader.u32();
            const auto bits = reader.u32();
            if (note.owner == "addrable bits" && reader.ok() && (version == 3 || version == 4) &&
                bits > 0 && bits < 64)
                return ~((std::uint64_t{1} << bits) - 1);
        }
        return 0;
    }

    void assembleThreads()
    {
        std::optional<std::size_t> crashed;
        std::optional<std::size_t> faulted;
        std::vector<CoreThread> threads;
        for (const auto command : m_core.threads) {
            threads.push_back(readCoreThread(m_core.arch, command));
            if (!threads.back().fault)
                continue;
            faulted = faulted.value_or(threads.size() - 1);
            if (!crashed && !isHandled(*threads.back().fault))
                crashed = threads.size() - 1;
        }
        if (threads.empty()) {
            m_log.add(Diagnostic::Severity::Error, "LC_THREAD", "the file has no threads");
            return;
        }
        const auto requesting = crashed.value_or(faulted.value_or(0));
        for (std::size_t i = 0; i < threads.size(); ++i) {
            EventThread thread;
            thread.id = i;
            thread.isRequesting = i == requesting;
            thread.contextProblem = threads[i].problem;
            thread.registers = threads[i].registers;
            thread.extraRegisters = std::move(threads[i].others);
            if (thread.registers)
                findStack(thread);
            else
                m_log.warn("LC_THREAD", "thread ", i, ": ", threads[i].problem);
            m_event.threads.push_back(std::move(thread));
        }
        m_event.requestingThread = static_cast<std::uint32_t>(requesting);
        if (crashed)
            assembleCrash(*threads[*crashed].fault, *crashed);
    }

    /// A thread's state keeps its last fault, which the kernel may have handled by bringing in the
    /// page. Then the memory allows the access.
    bool isHandled(const ThreadFault& fault) const
    {
        if (!fault.address)
            return false;
        const auto address = *fault.address & ~m_event.makeNative().addressMask;
        const auto& map = m_core.memoryMap;
        const auto next = std::ranges::upper_bound(map, address, {}, &MemoryRegion::address);
        if (next == map.begin() || address - std::prev(next)->address >= std::prev(next)->sizeBytes)
            return false;
        switch (fault.access) {
        case ThreadFault::Access::Read: return std::prev(next)->readable;
        case ThreadFault::Access::Write: return std::prev(next)->writable;
        case ThreadFault::Access::Execute: return std::prev(next)->executable;
        }
        return false;
    }

    /// The file names no signal; what the CPU refused to do is as good.
    void assembleCrash(const ThreadFault& fault, std::size_t thread)
    {
        auto& crash = m_event.crash;
        crash.present = true;
        crash.threadId = thread;
        crash.code = fault.exception;
        crash.reason = fault.name;
        crash.addressKnown = fault.address.has_value();
        crash.address = fault.address.value_or(0);
        crash.recordAddress = crash.address;
    }

    void findStack(EventThread& thread) const
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

    void addStream(const MachCore::Note& note)
    {
        StreamInfo info;
        info.name = std::string(note.owner);
        info.vendor = "LC_NOTE";
        info.offset = note.offset;
        info.sizeBytes = note.bytes.size();
        info.bytes = ByteView(m_core.file.owner(), note.bytes);
        m_event.makeNative().streams.push_back(std::move(info));
    }

    const MachCore& m_core;
    const ParseLimits& m_limits;
    DiagnosticLog& m_log;
    Event& m_event;
};

} // namespace

Result<EventPtr> readMachCoreEvent(ByteView file, const ParseLimits& limits)
{
    DiagnosticLog log;
    FL_TRY(const auto core, openMachCore(std::move(file), limits, log));
    auto event = std::make_shared<Event>();
    event->kind = EventKind::CoreFile;
    EventAssembly(core, limits, log, *event).assemble();
    if (event->threads.empty() && event->makeNative().memory->ranges().empty())
        return fail(ErrorKind::Malformed, "core file: no load command gives a thread or memory");
    event->diagnostics = log.take("core file");
    return event;
}

} // namespace faultline::machcore
