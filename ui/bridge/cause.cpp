#include "ui/bridge/cause.h"

#include "ui/bridge/frame_rows.h"
#include "ui/bridge/function_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace faultline::ui {

namespace {

constexpr qsizetype kLongestQuote = 120;
/// A stack this deep whose guard page was touched has overflowed; rule of spec/workbench.md §4.2.
constexpr std::ptrdiff_t kDeepStack = 500;
/// Offsets below a page are a member of a null object.
constexpr std::uint64_t kNullPage = 0x1000;

QString tr(const char* source)
{
    return QCoreApplication::translate("Cause", source);
}

const Frame* innermostFrame(const ReportState& state)
{
    const ThreadStack* stack = state.stack(state.mainThread());
    return stack && !stack->frames.empty() ? &stack->frames.front() : nullptr;
}

std::ptrdiff_t physicalFrames(const ReportState& state)
{
    const ThreadStack* stack = state.stack(state.mainThread());
    return stack ? std::ranges::count(stack->frames, false, &Frame::isInlined) : 0;
}

/// `with` names the function as %1; `without` is used while no frame is known.
QString inFunction(const ReportState& state, const QString& what)
{
    const QString function = crashedFunction(state);
    //: %1 says what happened, %2 is a function
    return function.isEmpty() ? what : tr("%1 in %2").arg(what, function);
}

enum class Access { Unknown, Read, Write, Execute };

/// By the instruction's only access: of several, the one that failed is not known.
Access accessOfInstruction(const ReportState& state)
{
    if (!state.analysis || !state.analysis->instruction)
        return Access::Unknown;
    const CrashInstruction& instruction = *state.analysis->instruction;
    const bool isThisOne = instruction.accesses && instruction.accesses->size() == 1
                           && instruction.accesses->front().address == state.event->crash.address;
    if (!isThisOne)
        return Access::Unknown;
    switch (instruction.accesses->front().kind) {
    case MemoryAccessKind::Read: return Access::Read;
    case MemoryAccessKind::Write: return Access::Write;
    default: return Access::Unknown;
    }
}

/// Windows records the access as the first exception parameter: 0 read, 1 write, 8 execute (EXCEPTION_RECORD documentation).
Access accessOf(const ReportState& state)
{
    const Event& event = *state.event;
    if (event.system.os != OsFamily::Windows || event.crash.parameters.size() < 2)
        return accessOfInstruction(state);
    switch (event.crash.parameters[0]) {
    case 0: return Access::Read;
    case 1: return Access::Write;
    case 8: return Access::Execute;
    default: return Access::Unknown;
    }
}

bool isMemoryFault(const std::string& reason)
{
    static constexpr std::array<std::string_view, 4> kFaults{"SIGSEGV", "SIGBUS", "EXC_BAD_ACCESS", "ACCESS_VIOLATION"};
    return std::ranges::any_of(kFaults, [&](std::string_view fault) { return reason.find(fault) != reason.npos; });
}

QString assertion(const ReportState& state)
{
    QString text = toQString(state.event->crash.assertion).simplified();
    if (text.size() > kLongestQuote)
        text = text.first(kLongestQuote - 1) + u'…';
    return text.isEmpty() ? QString() : u'“' + text + u'”';
}

const MemoryRegion* faultRegion(const Event& event)
{
    const auto holds = [&](const MemoryRegion& region) {
        return event.crash.address >= region.address && event.crash.address - region.address < region.sizeBytes;
    };
    const auto found = std::ranges::find_if(event.memoryMap, holds);
    return found == event.memoryMap.end() ? nullptr : &*found;
}

QString stackOverflow(const ReportState& state)
{
    const Event& event = *state.event;
    const bool named = event.crash.reason.find("STACK_OVERFLOW") != std::string::npos;
    const MemoryRegion* region = faultRegion(event);
    const bool deepInGuard = region && region->guard && physicalFrames(state) > kDeepStack;
    if (!named && !deepInGuard)
        return {};
    const QString frames = QCoreApplication::translate("Cause", "%n frame(s)", nullptr, int(physicalFrames(state)));
    return tr("%1 (%2)").arg(inFunction(state, tr("Stack overflow")), frames);
}

/// The address that the instruction really used, where the system reports another.
std::optional<std::uint64_t> adjustedAddress(const ReportState& state, AdjustedAddress::Kind kind)
{
    if (!state.analysis || !state.analysis->adjustedAddress || state.analysis->adjustedAddress->kind != kind)
        return std::nullopt;
    return state.analysis->adjustedAddress->value;
}

QString nullAccess(const ReportState& state)
{
    const Event& event = *state.event;
    const auto throughNull = adjustedAddress(state, AdjustedAddress::Kind::NullPointer);
    const bool isNearNull = event.crash.addressKnown && event.crash.address < kNullPage;
    if (!isMemoryFault(event.crash.reason) || (!throughNull && !isNearNull))
        return {};
    QString place;
    switch (accessOf(state)) {
    case Access::Read: place = tr("Read near null (+%1)"); break;
    case Access::Write: place = tr("Write near null (+%1)"); break;
    case Access::Execute: place = tr("Execute near null (+%1)"); break;
    case Access::Unknown: place = tr("Access near null (+%1)"); break;
    }
    return inFunction(state, place.arg(shortHex(throughNull.value_or(event.crash.address))));
}

/// Addresses whose upper 17 bits differ cannot exist on amd64 with four-level paging.
QString impossibleAddress(const ReportState& state)
{
    const Event& event = *state.event;
    if (!isMemoryFault(event.crash.reason) || cpuFamily(event.system.arch) != CpuFamily::Intel64)
        return {};
    // The processor does not tell such an address: Linux reports 0 instead.
    const auto address = adjustedAddress(state, AdjustedAddress::Kind::NonCanonical).value_or(event.crash.address);
    const std::uint64_t upper = address >> 47;
    if (upper == 0 || upper == 0x1ffff)
        return {};
    return inFunction(state, tr("Access to an impossible address %1").arg(shortHex(address)));
}

QString guardPage(const ReportState& state)
{
    const MemoryRegion* region = faultRegion(*state.event);
    if (!region || !region->guard || !isMemoryFault(state.event->crash.reason))
        return {};
    return inFunction(state, tr("Ran past the end of a buffer"));
}

QString unloadedModule(const ReportState& state)
{
    const Event& event = *state.event;
    const Frame* frame = innermostFrame(state);
    if (!frame || frame->pc != event.crash.address || frame->module)
        return {};
    for (const UnloadedModule& module : event.unloadedModules) {
        if (frame->pc >= module.address && frame->pc - module.address < module.sizeBytes)
            return tr("Called into unloaded %1").arg(toQString(module.name));
    }
    return {};
}

QString outOfMemory(const ReportState& state)
{
    const std::string& reason = state.event->crash.reason;
    const bool named = reason.find("OUT_OF_MEMORY") != std::string::npos || reason.find("Out of Memory") != std::string::npos;
    return named ? inFunction(state, tr("Out of memory")) : QString();
}

QString scriptError(const ReportState& state)
{
    const EventKind kind = state.event->kind;
    return kind == EventKind::JavaScript || kind == EventKind::Jvm ? toQString(state.event->crash.reason) : QString();
}

QString damagedFile(const ReportState& state)
{
    return state.event->crash.isUnreadable ? tr("Damaged file, its exception cannot be read") : QString();
}

QString snapshot(const ReportState& state)
{
    const CrashInfo& crash = state.event->crash;
    return crash.isSimulated || (!crash.present && crash.reason.empty()) ? tr("Snapshot, no crash") : QString();
}

QString plainReason(const ReportState& state)
{
    const CrashInfo& crash = state.event->crash;
    const QString reason = toQString(crash.reason);
    if (!isMemoryFault(crash.reason) || !crash.addressKnown)
        return inFunction(state, reason);
    return inFunction(state, tr("%1 at %2").arg(reason, shortHex(crash.address)));
}

} // namespace

QString crashedFunction(const ReportState& state)
{
    const Frame* frame = innermostFrame(state);
    if (!frame)
        return {};
    if (frame->function || frame->symbol)
        return qualifiedName(frameFunction(state, *frame)) + QStringLiteral("()");
    const QString offset = frameModuleOffset(state, *frame);
    return offset.isEmpty() ? frameFunction(state, *frame) : offset;
}

QString crashSignature(const ReportState& state)
{
    const Frame* frame = innermostFrame(state);
    if (!frame)
        return {};
    if (frame->function || frame->symbol)
        return qualifiedName(frameFunction(state, *frame));
    return QString(frameModuleOffset(state, *frame)).replace(u'+', u'@');
}

QString causeSentence(const ReportState& state)
{
    if (!state.event)
        return {};
    static constexpr std::array kRules{assertion,      stackOverflow, impossibleAddress, nullAccess, guardPage,
                                       unloadedModule, outOfMemory,   scriptError,       damagedFile, snapshot};
    for (const auto rule : kRules) {
        if (QString sentence = rule(state); !sentence.isEmpty())
            return sentence;
    }
    return plainReason(state);
}

} // namespace faultline::ui
