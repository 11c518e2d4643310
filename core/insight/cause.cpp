// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/cause.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/insight/apple_cause.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/insight/self_end.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace faultline::insight {

namespace {

/// A stack this deep with a touched guard page has overflowed.
constexpr std::size_t kDeepStack = 500;
/// A frame larger than this is rare; one that is smaller faults this close to its stack pointer.
constexpr std::uint64_t kFrameReach = 0x10000;
/// A fault further below the stack is no overflow.
constexpr std::uint64_t kLargestFrame = 64 << 20;
/// Offsets below a page belong to members of a null object.
constexpr std::uint64_t kNullPage = 0x1000;

std::size_t crashedStackDepth(const Report& report)
{
    const auto* stack = stackOf(report, crashedThread(report));
    return stack != nullptr ? physicalFrameCount(*stack) : 0;
}

/// The physical frames of the crashed stack from the row `first` on.
std::size_t depthFrom(const Report& report, std::size_t first)
{
    const auto& frames = stackOf(report, crashedThread(report))->frames;
    return static_cast<std::size_t>(
        std::count_if(frames.begin() + static_cast<std::ptrdiff_t>(first), frames.end(),
                      [](const Frame& frame) { return !frame.isInlined; }));
}

/// The access of an instruction with a single access. If there are several, the failed one is
/// unknown.
CauseAccess accessOfInstruction(const Report& report)
{
    const auto* analysis = report.analysis.get();
    if (analysis == nullptr || !analysis->instruction)
        return CauseAccess::Unknown;
    const auto& accesses = analysis->instruction->accesses;
    if (!accesses || accesses->size() != 1 ||
        accesses->front().address != report.event->crash.address)
        return CauseAccess::Unknown;
    switch (accesses->front().kind) {
    case MemoryAccessKind::Read: return CauseAccess::Read;
    case MemoryAccessKind::Write: return CauseAccess::Write;
    default: return CauseAccess::Unknown;
    }
}

/// Windows records the access as the first exception parameter: 0 read, 1 write, 8 execute
/// (EXCEPTION_RECORD documentation).
CauseAccess accessOf(const Report& report)
{
    const auto& event = *report.event;
    if (event.system.os != OsFamily::Windows || event.crash.parameters.size() < 2)
        return accessOfInstruction(report);
    switch (event.crash.parameters[0]) {
    case 0: return CauseAccess::Read;
    case 1: return CauseAccess::Write;
    case 8: return CauseAccess::Execute;
    default: return CauseAccess::Unknown;
    }
}

bool isMemoryFault(const std::string& reason)
{
    static constexpr std::array<std::string_view, 4> kFaults{"SIGSEGV", "SIGBUS", "EXC_BAD_ACCESS",
                                                             "ACCESS_VIOLATION"};
    return std::ranges::any_of(
        kFaults, [&](std::string_view fault) { return reason.find(fault) != std::string::npos; });
}

const MemoryRegion* regionAt(const Event& event, std::uint64_t address)
{
    const auto holds = [&](const MemoryRegion& region) {
        return address >= region.address && address - region.address < region.sizeBytes;
    };
    const auto* native = event.asNative();
    if (native == nullptr)
        return nullptr;
    const auto found = std::ranges::find_if(native->memoryMap, holds);
    return found == native->memoryMap.end() ? nullptr : &*found;
}

/// Whatever the instruction accesses, it is not why these ended the program.
bool endsWithoutAccess(const std::string& reason)
{
    static constexpr std::array<std::string_view, 13> kReasons{"SIGABRT",
                                                               "SIGILL",
                                                               "SIGTRAP",
                                                               "SIGSYS",
                                                               "SIGTERM",
                                                               "SIGQUIT",
                                                               "SI_USER",
                                                               "SI_TKILL",
                                                               "SI_QUEUE",
                                                               "EXC_BREAKPOINT",
                                                               "EXC_CRASH",
                                                               "EXC_GUARD",
                                                               "EXC_BAD_INSTRUCTION"};
    return std::ranges::any_of(
        kReasons, [&](std::string_view each) { return reason.find(each) != std::string::npos; });
}

/// A general protection fault has no address, and the systems put 0 or -1 in its place (Intel SDM,
/// "Interrupt 13").
bool isGeneralProtection(const Event& event)
{
    const auto& crash = event.crash;
    const auto family = cpuFamily(event.system.arch);
    if ((family != CpuFamily::Intel32 && family != CpuFamily::Intel64) || !crash.addressKnown)
        return false;
    const bool isNamed = crash.reason.find("SI_KERNEL") != std::string::npos ||
                         crash.reason.find("EXC_I386_GPFLT") != std::string::npos;
    return (isNamed && crash.address == 0) ||
           (crash.reason.find("ACCESS_VIOLATION") != std::string::npos &&
            crash.address == UINT64_MAX);
}

/// Not every writer records the address of a fault. The instruction tells it if it accesses memory
/// once.
std::optional<std::uint64_t> faultAddress(const Report& report)
{
    if (report.event->crash.addressKnown && !isGeneralProtection(*report.event))
        return report.event->crash.address;
    const auto* analysis = report.analysis.get();
    if (analysis == nullptr || !analysis->instruction || !analysis->instruction->accesses ||
        analysis->instruction->accesses->size() != 1 ||
        endsWithoutAccess(report.event->crash.reason))
        return std::nullopt;
    return analysis->instruction->accesses->front().address;
}

const MemoryRegion* faultRegion(const Report& report)
{
    const auto address = faultAddress(report);
    return address ? regionAt(*report.event, *address) : nullptr;
}

/// The address that the instruction really used, if the system reports another.
std::optional<std::uint64_t> adjustedAddress(const Report& report, AdjustedAddress::Kind kind)
{
    const auto* analysis = report.analysis.get();
    if (analysis == nullptr || !analysis->adjustedAddress ||
        analysis->adjustedAddress->kind != kind)
        return std::nullopt;
    return analysis->adjustedAddress->value;
}

using Found = std::optional<Cause>;

Found message(const Report& report)
{
    const auto& text = report.event->crash.assertion;
    if (text.find_first_not_of(" \t\r\n\v\f") != std::string::npos)
        return Cause{.code = CauseCode::Message, .text = text};
    auto ofApple = appleCause(*report.event);
    return ofApple.empty() ? Found()
                           : Cause{.code = CauseCode::Message, .text = std::move(ofApple)};
}

/// A program that ends itself has no fault; the runtime's functions on its stack tell why.
Found selfEnded(const Report& report)
{
    const auto end = selfEnd(report);
    if (!end)
        return std::nullopt;
    switch (end->kind) {
    case SelfEnd::Kind::UncaughtException: return Cause{.code = CauseCode::UncaughtException};
    case SelfEnd::Kind::FailedAssertion: return Cause{.code = CauseCode::FailedAssertion};
    case SelfEnd::Kind::RustPanic: return Cause{.code = CauseCode::RustPanic};
    case SelfEnd::Kind::GoPanic: return Cause{.code = CauseCode::GoPanic};
    case SelfEnd::Kind::GoFatalError: return Cause{.code = CauseCode::GoFatalError};
    case SelfEnd::Kind::StackOverflow:
        return Cause{.code = CauseCode::StackOverflow, .count = depthFrom(report, end->caller)};
    case SelfEnd::Kind::Abort: break;
    }
    return Cause{.code = CauseCode::Abort};
}

bool isInGuardPage(const Report& report)
{
    const auto* region = faultRegion(report);
    if (region != nullptr && region->guard)
        return true;
    const auto* instruction =
        report.analysis && report.analysis->instruction ? &*report.analysis->instruction : nullptr;
    if (instruction == nullptr || !instruction->accesses)
        return false;
    return std::ranges::any_of(*instruction->accesses, &MemoryAccess::isGuardPage);
}

/// Returns the outermost row. Returns null if the stack has only one frame, or if the row is not
/// machine code.
const NativeFrame* outermostCaller(const Report& report)
{
    const auto* stack = stackOf(report, crashedThread(report));
    if (stack == nullptr || stack->frames.empty())
        return nullptr;
    const auto* outermost = stack->frames.back().asNative();
    const auto* innermost = stack->frames.front().asNative();
    const bool isOther =
        outermost != nullptr && innermost != nullptr && outermost->sp != innermost->sp;
    return isOther ? outermost : nullptr;
}

/// Returns the native part of the innermost frame. Returns null if the stack has no frame, or if
/// the frame is not machine code.
const NativeFrame* innermostNative(const Report& report)
{
    const auto* frame = innermostFrame(report);
    return frame == nullptr ? nullptr : frame->asNative();
}

/// The main thread's stack has no guard page on Linux: a fault below it means that it may not grow
/// any more. A large frame has moved the stack pointer below it too; the callers still lie on it.
bool isBelowTheStack(const Report& report)
{
    const auto& event = *report.event;
    const auto* caller = outermostCaller(report);
    const auto address = faultAddress(report);
    if (caller == nullptr || !address)
        return false;
    const auto* fault = faultRegion(report);
    const auto* stack = regionAt(event, caller->sp);
    const auto isAccessible = [](const MemoryRegion& region) {
        return !region.free && (region.readable || region.writable);
    };
    return stack != nullptr && stack->writable && *address < stack->address &&
           stack->address - *address <= kLargestFrame &&
           (fault == nullptr || !isAccessible(*fault));
}

/// A function whose own frame does not fit on the stack any more faults beside its stack pointer.
bool isBesideStackPointer(const Report& report)
{
    const auto* frame = innermostNative(report);
    const auto address = faultAddress(report);
    if (frame == nullptr || frame->sp == 0 || !address)
        return false;
    const auto sp = frame->sp;
    return (sp > *address ? sp - *address : *address - sp) <= kFrameReach;
}

Found stackOverflow(const Report& report)
{
    const auto& event = *report.event;
    const auto depth = crashedStackDepth(report);
    const bool isNamed = event.crash.reason.find("STACK_OVERFLOW") != std::string::npos;
    const bool isBeside = isBesideStackPointer(report);
    const bool isAtTheEnd = isMemoryFault(event.crash.reason) &&
                            ((isInGuardPage(report) && (depth > kDeepStack || isBeside)) ||
                             (isBeside && isBelowTheStack(report)));
    if (!isNamed && !isAtTheEnd)
        return std::nullopt;
    return Cause{.code = CauseCode::StackOverflow, .count = depth};
}

/// Addresses whose upper 17 bits differ cannot exist on amd64 with four-level paging.
Found impossibleAddress(const Report& report)
{
    const auto& event = *report.event;
    if (!isMemoryFault(event.crash.reason) || cpuFamily(event.system.arch) != CpuFamily::Intel64)
        return std::nullopt;
    // The processor does not report such an address; Linux reports 0 instead.
    const auto address = adjustedAddress(report, AdjustedAddress::Kind::NonCanonical)
                             .value_or(faultAddress(report).value_or(event.crash.address));
    const std::uint64_t upper = address >> 47;
    if (upper == 0 || upper == 0x1ffff)
        return std::nullopt;
    return Cause{.code = CauseCode::ImpossibleAddress, .address = address};
}

std::string_view mnemonicOf(const CrashInstruction& instruction)
{
    const std::string_view text = instruction.text;
    return text.substr(0, text.find_first_of(" \t"));
}

/// Instructions of SSE with 16 bytes of memory need them aligned, except those that say they do
/// not; of AVX only those that say so (Intel SDM, volume 1, 10.4.1.1 and 14.9).
bool needsAlignment(const CrashInstruction& instruction)
{
    static constexpr std::array<std::string_view, 4> kUnaligned{"movups", "movupd", "movdqu",
                                                                "lddqu"};
    static constexpr std::array<std::string_view, 7> kAligned{
        "vmovaps", "vmovapd", "vmovdqa", "vmovntps", "vmovntpd", "vmovntdq", "vmovntdqa"};
    const auto mnemonic = mnemonicOf(instruction);
    if (mnemonic == "cmpxchg16b" || std::ranges::find(kAligned, mnemonic) != kAligned.end())
        return true;
    return !mnemonic.starts_with('v') && instruction.text.find("xmm") != std::string::npos &&
           std::ranges::find(kUnaligned, mnemonic) == kUnaligned.end();
}

Found misalignedAddress(const CrashInstruction& instruction)
{
    constexpr std::uint32_t kLeastBytes = 16;
    if (!instruction.accesses || !needsAlignment(instruction))
        return std::nullopt;
    for (const auto& access : *instruction.accesses) {
        const auto size = access.sizeBytes == 0 ? kLeastBytes : access.sizeBytes;
        if (size >= kLeastBytes && access.address % size != 0)
            return Cause{.code = CauseCode::MisalignedAddress,
                         .access = access.kind == MemoryAccessKind::Read    ? CauseAccess::Read
                                   : access.kind == MemoryAccessKind::Write ? CauseAccess::Write
                                                                            : CauseAccess::Unknown,
                         .address = access.address};
    }
    return std::nullopt;
}

/// A fault without an address: what the instruction is tells why.
Found generalProtection(const Report& report)
{
    const auto* analysis = report.analysis.get();
    if (analysis == nullptr || !analysis->instruction || !isGeneralProtection(*report.event))
        return std::nullopt;
    const auto& instruction = *analysis->instruction;
    if (instruction.isPrivileged)
        return Cause{.code = CauseCode::PrivilegedInstruction, .text = instruction.text};
    return misalignedAddress(instruction);
}

Found nearNull(const Report& report)
{
    const auto& crash = report.event->crash;
    const auto throughNull = adjustedAddress(report, AdjustedAddress::Kind::NullPointer);
    if (!isMemoryFault(crash.reason))
        return std::nullopt;
    // Old writers of dumps record no address for a call to null.
    const auto* frame = innermostFrame(report);
    const auto* native = innermostNative(report);
    if (!crash.addressKnown && native != nullptr && !frame->isInlined &&
        frame->trust == FrameTrust::Context && native->pc < kNullPage)
        return Cause{
            .code = CauseCode::NearNull, .access = CauseAccess::Execute, .address = native->pc};
    const auto address = faultAddress(report);
    const bool isBare = address && *address < kNullPage && !isGeneralProtection(*report.event);
    if (!throughNull && !isBare)
        return std::nullopt;
    const bool isCall = native != nullptr && !frame->module && !frame->isInlined &&
                        frame->trust == FrameTrust::Context && native->pc == address;
    return Cause{.code = CauseCode::NearNull,
                 .access = isCall ? CauseAccess::Execute : accessOf(report),
                 .address = throughNull ? *throughNull : *address};
}

Found guardPage(const Report& report)
{
    const auto* region = faultRegion(report);
    if (region == nullptr || !region->guard || !isMemoryFault(report.event->crash.reason))
        return std::nullopt;
    return Cause{.code = CauseCode::GuardPage};
}

Found unloadedModule(const Report& report)
{
    const auto& event = *report.event;
    const auto* frame = innermostFrame(report);
    const auto* native = innermostNative(report);
    if (native == nullptr || native->pc != event.crash.address || frame->module ||
        event.asNative() == nullptr)
        return std::nullopt;
    const auto pc = native->pc;
    for (const auto& module : event.asNative()->unloadedModules) {
        if (pc >= module.address && pc - module.address < module.sizeBytes)
            return Cause{.code = CauseCode::UnloadedModule, .text = module.name};
    }
    return std::nullopt;
}

Found outOfMemory(const Report& report)
{
    const auto& reason = report.event->crash.reason;
    const bool isNamed = reason.find("OUT_OF_MEMORY") != std::string::npos ||
                         reason.find("Out of Memory") != std::string::npos;
    return isNamed ? Found(Cause{.code = CauseCode::OutOfMemory}) : std::nullopt;
}

std::string_view firstLine(std::string_view text)
{
    return trimAscii(text.substr(0, text.find('\n')));
}

Found scriptError(const Report& report)
{
    const auto kind = report.event->kind;
    if (kind != EventKind::JavaScript && kind != EventKind::Jvm)
        return std::nullopt;
    if (report.event->crash.reason.empty()) // A thread dump.
        return std::nullopt;
    const auto& crash = report.event->crash;
    const auto message = firstLine(crash.details);
    return Cause{.code = CauseCode::ScriptError,
                 .text = concat(crash.reason, message.empty() ? "" : ": ", message)};
}

Found damagedFile(const Report& report)
{
    return report.event->crash.isUnreadable ? Found(Cause{.code = CauseCode::DamagedFile})
                                            : std::nullopt;
}

bool isSnapshot(const Report& report)
{
    const auto& crash = report.event->crash;
    return crash.isSimulated || (!crash.present && crash.reason.empty());
}

Found snapshot(const Report& report)
{
    if (!isSnapshot(report) && report.event->samples.empty())
        return std::nullopt;
    return Cause{.code = CauseCode::Snapshot, .count = report.event->samples.size()};
}

/// Who finds that a program hangs ends it from outside.
bool wasEndedFromOutside(const Report& report)
{
    static constexpr std::array<std::string_view, 4> kReasons{"SIGQUIT", "SIGTERM", "SI_USER",
                                                              "SI_QUEUE"};
    const auto& reason = report.event->crash.reason;
    return std::ranges::any_of(
        kReasons, [&](std::string_view each) { return reason.find(each) != std::string::npos; });
}

/// The findings that explain a hang. What is proved comes before what is guessed.
constexpr std::array kEndlessWaits{
    std::pair{WaitFindingKind::SelfDeadlock, CauseCode::SelfDeadlock},
    std::pair{WaitFindingKind::Deadlock, CauseCode::Deadlock},
    std::pair{WaitFindingKind::HeldByGoneThread, CauseCode::HeldByGoneThread},
    std::pair{WaitFindingKind::PossibleDeadlock, CauseCode::PossibleDeadlock},
};

std::vector<CauseThread> threadsOf(const Event& event, const WaitFinding& finding)
{
    std::vector<CauseThread> threads;
    for (const auto index : finding.threads) {
        if (index < event.threads.size())
            threads.push_back(
                {index, event.threads[index].id, event.threads[index].name.value_or("")});
    }
    return threads;
}

/// Why a program hangs that did not crash.
Found endlessWait(const Report& report)
{
    if (!report.waits || !(isSnapshot(report) || wasEndedFromOutside(report)))
        return std::nullopt;
    const auto& findings = report.waits->findings;
    for (const auto& [kind, code] : kEndlessWaits) {
        const auto found = std::ranges::find(findings, kind, &WaitFinding::kind);
        if (found != findings.end())
            return Cause{.code = code, .threads = threadsOf(*report.event, *found)};
    }
    return std::nullopt;
}

Cause plainReason(const Report& report)
{
    const auto& crash = report.event->crash;
    const bool hasAddress =
        isMemoryFault(crash.reason) && crash.addressKnown && !isGeneralProtection(*report.event);
    return Cause{.code = hasAddress ? CauseCode::ReasonAddress : CauseCode::Reason,
                 .address = hasAddress ? crash.address : 0,
                 .text = crash.reason};
}

} // namespace

bool hasFaultingAccess(const Report& report)
{
    return report.event && !endsWithoutAccess(report.event->crash.reason);
}

bool isSuspicious(const Report& report)
{
    return hasFaultingAccess(report) && !stackOverflow(report);
}

std::string_view causeCodeName(CauseCode code)
{
    switch (code) {
    case CauseCode::Message: return "message";
    case CauseCode::UncaughtException: return "uncaught_exception";
    case CauseCode::FailedAssertion: return "failed_assertion";
    case CauseCode::RustPanic: return "rust_panic";
    case CauseCode::GoPanic: return "go_panic";
    case CauseCode::GoFatalError: return "go_fatal_error";
    case CauseCode::Abort: return "abort";
    case CauseCode::StackOverflow: return "stack_overflow";
    case CauseCode::ImpossibleAddress: return "impossible_address";
    case CauseCode::MisalignedAddress: return "misaligned_address";
    case CauseCode::PrivilegedInstruction: return "privileged_instruction";
    case CauseCode::NearNull: return "near_null";
    case CauseCode::GuardPage: return "guard_page";
    case CauseCode::UnloadedModule: return "unloaded_module";
    case CauseCode::OutOfMemory: return "out_of_memory";
    case CauseCode::ScriptError: return "script_error";
    case CauseCode::DamagedFile: return "damaged_file";
    case CauseCode::Deadlock: return "deadlock";
    case CauseCode::PossibleDeadlock: return "possible_deadlock";
    case CauseCode::SelfDeadlock: return "self_deadlock";
    case CauseCode::HeldByGoneThread: return "held_by_gone_thread";
    case CauseCode::Snapshot: return "snapshot";
    case CauseCode::ReasonAddress:
    case CauseCode::Reason: return "reason";
    case CauseCode::Unknown: break;
    }
    return "unknown";
}

std::string_view causeAccessName(CauseAccess access)
{
    switch (access) {
    case CauseAccess::Read: return "read";
    case CauseAccess::Write: return "write";
    case CauseAccess::Execute: return "execute";
    case CauseAccess::Unknown: break;
    }
    return "unknown";
}

bool isCallOfNull(const Cause& cause)
{
    return cause.code == CauseCode::NearNull && cause.access == CauseAccess::Execute &&
           cause.address == 0;
}

Cause causeOf(const Report& report)
{
    if (!report.event)
        return {};
    static constexpr std::array kRules{
        endlessWait,       message,     selfEnded, stackOverflow,  impossibleAddress,
        generalProtection, nearNull,    guardPage, unloadedModule, outOfMemory,
        scriptError,       damagedFile, snapshot};
    for (const auto rule : kRules) {
        if (auto cause = rule(report)) {
            cause->function = crashedFunction(report);
            return *std::move(cause);
        }
    }
    auto cause = plainReason(report);
    cause.function = crashedFunction(report);
    return cause;
}

} // namespace faultline::insight
