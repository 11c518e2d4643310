// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/wait_analyzer.h"

#include "core/base/text.h"
#include "core/model/glibc_file.h"
#include "core/waits/apple_locks.h"
#include "core/waits/critical_section.h"
#include "core/waits/futex_object.h"
#include "core/waits/go_states.h"
#include "core/waits/guessed_owners.h"
#include "core/waits/handle_waits.h"
#include "core/waits/jvm_locks.h"
#include "core/waits/system_call.h"
#include "core/waits/wait_findings.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace faultline::waits {

namespace {

using Stacks = std::span<const std::shared_ptr<const ThreadStack>>;

// futex(2): operations that sleep, without their flags.
constexpr std::uint32_t kOperationMask = 0x7f;
constexpr std::uint32_t kPrivateFlag = 0x80;
constexpr std::array<std::uint32_t, 2> kWaits{0, 9};          // WAIT, WAIT_BITSET
constexpr std::array<std::uint32_t, 2> kPriorityLocks{6, 13}; // LOCK_PI, LOCK_PI2

CLibrary libraryOfModule(const EventModule& module)
{
    if (!module.codeFile)
        return CLibrary::Unknown;
    const auto name = baseName(*module.codeFile);
    // Debian's is /lib/x86_64-linux-musl/libc.so; Android has a libc.so too.
    const bool isInMuslFolder = name == "libc.so" && module.codeFile->contains("musl");
    if (name.starts_with("ld-musl-") || name.starts_with("libc.musl-") || isInMuslFolder)
        return CLibrary::Musl;
    if (isGlibcFile(*module.codeFile) || name == "libpthread.so.0" ||
        name.starts_with("libpthread-2."))
        return CLibrary::Glibc;
    return CLibrary::Unknown;
}

/// In a static program only the names of the library's own functions tell.
CLibrary libraryOfFunctions(const ThreadStack& stack)
{
    for (std::size_t i = 0; i < std::min<std::size_t>(stack.frames.size(), 4); ++i) {
        const auto name = plainFunction(functionOf(stack.frames[i]));
        if (name.starts_with("lll_") || name.starts_with("futex_abstimed_"))
            return CLibrary::Glibc;
        if (functionOf(stack.frames[i]) == "__lockfile" || name == "timedwait" ||
            name == "timedwait_cp" || name.starts_with("syscall_cp"))
            return CLibrary::Musl;
    }
    return CLibrary::Unknown;
}

CLibrary libraryOf(const Event& event, Stacks stacks)
{
    for (const auto& module : event.modules) {
        if (const auto library = libraryOfModule(module); library != CLibrary::Unknown)
            return library;
    }
    for (const auto& stack : stacks) {
        const auto library = stack ? libraryOfFunctions(*stack) : CLibrary::Unknown;
        if (library != CLibrary::Unknown)
            return library;
    }
    return CLibrary::Unknown;
}

/// What is known of one thread.
struct ThreadFacts
{
    std::uint32_t index = 0;
    const EventThread& thread;
    const ThreadStack* stack = nullptr;
    std::optional<WaitFunction> function;
    CallFacts call;
};

using Object = std::optional<WaitObject>;

bool isOneOf(std::uint32_t operation, const std::array<std::uint32_t, 2>& operations)
{
    return std::ranges::find(operations, operation) != operations.end();
}

/// Does the thread sleep in futex() for sure, or as the names of its stack say?
bool isInFutex(const ThreadFacts& facts)
{
    const auto& call = facts.call.call;
    if (facts.call.state == CallState::NoCall)
        return false;
    const bool isNamed = facts.function && facts.function->state == WaitState::Waiting &&
                         facts.function->kind != WaitObjectKind::Unknown &&
                         facts.function->kind != WaitObjectKind::Process;
    if (call.row != nullptr && call.row->kind == CallKind::Futex)
        return facts.call.state == CallState::InCall || isNamed;
    const bool isOpen =
        call.row != nullptr ? call.row->kind == CallKind::Restart : !call.number.has_value();
    return isOpen && facts.call.state == CallState::InCall && isNamed;
}

/// A frame that was found by search or by a frame pointer may not be the caller.
bool isCaller(const Frame& frame)
{
    return frame.originalIndex == 0 || frame.trust == FrameTrust::Cfi;
}

/// How many innermost frames lie in a known C library. Absent when no module is one, or when it is
/// not sure who called the library. On 32-bit x86, code of the kernel lies between.
std::optional<std::size_t> framesInLibrary(const LockContext& context, const ThreadFacts& facts)
{
    const auto& modules = context.event.modules;
    const auto isLibrary = [](const EventModule& module) {
        return libraryOfModule(module) != CLibrary::Unknown;
    };
    if (context.family == CpuFamily::Intel32 || facts.stack == nullptr ||
        facts.stack->frames.empty() || std::ranges::none_of(modules, isLibrary))
        return std::nullopt;
    std::size_t count = 0;
    for (const auto& frame : facts.stack->frames) {
        if (frame.module && *frame.module < modules.size() && isLibrary(modules[*frame.module]))
            ++count;
        else
            return isCaller(frame) ? std::optional(count) : std::nullopt;
    }
    return count;
}

Object readLinuxObject(const LockContext& context, const ThreadFacts& facts, ThreadWait& /*wait*/)
{
    const auto& call = facts.call.call;
    if (!isInFutex(facts)) {
        if (facts.call.state != CallState::InCall || call.row == nullptr ||
            call.row->kind != CallKind::Socket || !call.arguments[0])
            return std::nullopt;
        WaitObject socket;
        socket.kind = WaitObjectKind::Socket;
        socket.handle = call.arguments[0];
        return socket;
    }
    if (!call.arguments[0] || !call.arguments[1] || !call.arguments[2])
        return std::nullopt;
    const auto flags = static_cast<std::uint32_t>(*call.arguments[1]);
    const auto operation = flags & kOperationMask;
    const bool isPi = isOneOf(operation, kPriorityLocks);
    if (*call.arguments[0] % 4 != 0 || (!isPi && !isOneOf(operation, kWaits)))
        return std::nullopt;
    return objectOfFutex(context, {.thread = facts.index,
                                   .address = *call.arguments[0],
                                   .expected = static_cast<std::uint32_t>(*call.arguments[2]),
                                   .isPrivate = (flags & kPrivateFlag) != 0,
                                   .isBitset = operation == kWaits[1],
                                   .hasLimit = hasTimeLimit(call, context.family),
                                   .isPi = isPi,
                                   .function = facts.function,
                                   .isLibraryKnown = context.cLibrary() != CLibrary::Unknown,
                                   .framesInLibrary = framesInLibrary(context, facts)});
}

/// Locks of Windows that keep no holder. What they wait with says nothing of them.
bool recordsNoHolder(WaitObjectKind kind)
{
    return kind == WaitObjectKind::SlimLock || kind == WaitObjectKind::Condition ||
           kind == WaitObjectKind::OnceFlag;
}

Object readWindowsObject(const LockContext& context, const ThreadFacts& facts, ThreadWait& wait)
{
    if (!facts.function || facts.stack == nullptr)
        return std::nullopt;
    if (recordsNoHolder(facts.function->kind)) {
        WaitObject object;
        object.kind = facts.function->kind;
        return object;
    }
    if (facts.function->kind != WaitObjectKind::Unknown)
        return readCriticalSection(context, facts.thread, *facts.stack, *facts.function);
    auto found = readHandleWait(context, facts.thread, *facts.stack, *facts.function);
    if (!found)
        return std::nullopt;
    wait.hasTimeLimit = found->hasTimeLimit;
    wait.evidence = std::move(found->evidence);
    return std::move(found->object);
}

Object readAppleObject(const LockContext& context, const ThreadFacts& facts, ThreadWait& /*wait*/)
{
    return facts.function ? readAppleLock(context, facts.thread, *facts.function) : std::nullopt;
}

struct SystemReader
{
    OsFamily system;
    Object (*read)(const LockContext&, const ThreadFacts&, ThreadWait&);
};

constexpr std::array kSystems{
    SystemReader{OsFamily::Linux, readLinuxObject},
    SystemReader{OsFamily::Android, readLinuxObject},
    SystemReader{OsFamily::Windows, readWindowsObject},
    SystemReader{OsFamily::MacOs, readAppleObject},
    SystemReader{OsFamily::Ios, readAppleObject},
};

WaitState stateOf(CallKind kind)
{
    switch (kind) {
    case CallKind::Futex:
    case CallKind::Process:
    case CallKind::Signal: return WaitState::Waiting;
    case CallKind::Time: return WaitState::Sleeping;
    case CallKind::Input:
    case CallKind::Socket: return WaitState::InInput;
    case CallKind::Restart:
    case CallKind::Other: break;
    }
    return WaitState::InSystem;
}

/// Whoever crashes runs, unless a signal came from outside while it waited.
bool hasCrashed(const Event& event, const ThreadFacts& facts)
{
    return event.requestingThread == facts.index && event.crash.present &&
           !event.crash.isSimulated && facts.call.state != CallState::InCall && !facts.function;
}

/// Registers tell more than names, which may be those of neighbours in a symbol table.
void setState(ThreadWait& wait, const ThreadFacts& facts, const LockContext& context)
{
    const auto& call = facts.call.call;
    if (facts.call.state == CallState::NoCall || hasCrashed(context.event, facts)) {
        wait.state = WaitState::Running;
        return;
    }
    const bool isKnown = facts.call.state == CallState::InCall && call.number;
    if (isKnown && !(call.row != nullptr && call.row->kind == CallKind::Restart)) {
        wait.state = call.row != nullptr ? stateOf(call.row->kind) : WaitState::InSystem;
        wait.call = call.row != nullptr ? call.row->name : "";
        wait.hasTimeLimit = hasTimeLimit(call, context.family);
        return;
    }
    if (facts.function) {
        wait.state = facts.function->state;
        wait.call = facts.function->name;
    } else if (facts.call.state == CallState::InCall) {
        wait.state = WaitState::InSystem;
        wait.call = call.row != nullptr ? call.row->name : "";
    }
    if (isInFutex(facts)) {
        // Only calls with a time limit are restarted so.
        const auto limit = call.arguments[3];
        wait.hasTimeLimit = call.row != nullptr ? call.row->kind == CallKind::Restart ||
                                                      hasTimeLimit(call, context.family)
                                                : limit && *limit != 0;
    }
}

class Analysis
{
public:
    Analysis(const Event& event, const MemoryImage& memory, Stacks stacks)
        : m_event(event), m_memory(memory), m_stacks(stacks),
          m_threads(event, memory, libraryOf(event, stacks)), m_handles(event),
          m_context{event, memory, m_threads, m_handles, cpuFamily(event.system.arch)}
    {
        const auto found = std::ranges::find(kSystems, event.system.os, &SystemReader::system);
        m_read = found == kSystems.end() ? nullptr : found->read;
    }

    WaitGraph run()
    {
        for (std::uint32_t i = 0; i < m_event.threads.size(); ++i)
            addThread(i);
        guessOwners(m_graph, m_event, m_memory);
        m_graph.findings = findWaitProblems(m_graph);
        return std::move(m_graph);
    }

private:
    void addThread(std::uint32_t index)
    {
        const auto& thread = m_event.threads[index];
        if (thread.skipped)
            return;
        const auto* stack = index < m_stacks.size() ? m_stacks[index].get() : nullptr;
        const ThreadFacts facts{
            .index = index,
            .thread = thread,
            .stack = stack,
            .function = stack != nullptr ? waitFunctionOf(*stack, m_event.system.os) : std::nullopt,
            .call = systemCallOf(m_event, m_memory, thread)};
        ThreadWait wait;
        wait.thread = index;
        setState(wait, facts, m_context);
        if (m_read != nullptr) {
            if (auto object = m_read(m_context, facts, wait))
                wait.object = objectIndex(*std::move(object));
        }
        m_graph.threads.push_back(std::move(wait));
    }

    /// Threads that wait for one word, or by one handle, wait for one object.
    std::uint32_t objectIndex(WaitObject object)
    {
        const auto next = static_cast<std::uint32_t>(m_graph.objects.size());
        if (object.address || object.handle) {
            auto& known = object.address ? m_byAddress : m_byHandle;
            const auto key = object.address ? *object.address : *object.handle;
            const auto [at, isNew] = known.emplace(key, next);
            if (!isNew) {
                keepBetter(m_graph.objects[at->second], std::move(object));
                return at->second;
            }
        }
        m_graph.objects.push_back(std::move(object));
        return next;
    }

    /// The stack of one waiter may name what that of another leaves open.
    static void keepBetter(WaitObject& known, WaitObject other)
    {
        if (known.ownerState == OwnerState::NotRecorded &&
            (other.ownerState != OwnerState::NotRecorded || known.kind == WaitObjectKind::Futex))
            known = std::move(other);
    }

    const Event& m_event;
    const MemoryImage& m_memory;
    Stacks m_stacks;
    ThreadTable m_threads;
    HandleTable m_handles;
    LockContext m_context;
    Object (*m_read)(const LockContext&, const ThreadFacts&, ThreadWait&) = nullptr;
    WaitGraph m_graph;
    std::unordered_map<std::uint64_t, std::uint32_t> m_byAddress;
    std::unordered_map<std::uint64_t, std::uint32_t> m_byHandle;
};

} // namespace

std::shared_ptr<const WaitGraph>
findWaits(const Event& event, std::span<const std::shared_ptr<const ThreadStack>> stacks)
{
    const auto* native = event.asNative();
    const bool isDump = event.kind == EventKind::Minidump || event.kind == EventKind::CoreFile;
    if (native == nullptr || !isDump)
        return nullptr;
    auto graph = std::make_shared<WaitGraph>();
    if (!native->memory || native->memory->ranges().empty())
        graph->state = DetailState::NoMemory;
    else
        *graph = Analysis(event, *native->memory, stacks).run();
    return graph;
}

namespace {

std::shared_ptr<const WaitGraph> waitsOf(const Report& report)
{
    const auto& event = *report.event;
    if (const auto* jvm = event.asJvm())
        return report.jvm ? findJvmWaits(*jvm, report.jvm->messages) : findJvmWaits(*jvm, {});
    return event.kind == EventKind::NativeText ? findGoWaits(event)
                                               : findWaits(event, report.stacks);
}

} // namespace

ReportPtr withWaits(ReportPtr report)
{
    if (!report || !report->event)
        return report;
    auto waits = waitsOf(*report);
    if (!waits)
        return report;
    auto copy = std::make_shared<Report>(*report);
    copy->waits = std::move(waits);
    return copy;
}

} // namespace faultline::waits
