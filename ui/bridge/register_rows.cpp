// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/register_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/memory_rows.h"
#include "ui/bridge/register_flags.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RegisterRows)
};

/// Values below this are numbers or offsets from a null pointer, because systems keep the first
/// page unmapped.
constexpr std::uint64_t kFirstPage = 0x1000;

const EventModule* moduleAt(const Event& event, std::uint64_t address)
{
    const auto holds = [address](const EventModule& module) {
        return address >= module.address && address - module.address < module.sizeBytes;
    };
    const auto found = std::ranges::find_if(event.modules, holds);
    return found == event.modules.end() ? nullptr : &*found;
}

const MemoryRegion* regionAt(const Event& event, std::uint64_t address)
{
    const auto holds = [address](const MemoryRegion& region) {
        return address >= region.address && address - region.address < region.sizeBytes;
    };
    const NativeEvent* native = event.asNative();
    if (!native)
        return nullptr;
    const auto found = std::ranges::find_if(native->memoryMap, holds);
    return found == native->memoryMap.end() ? nullptr : &*found;
}

QString stackPlace(const Event& event, std::uint32_t ownThread, std::uint64_t address)
{
    for (std::uint32_t i = 0; i < event.threads.size(); ++i) {
        const EventThread& thread = event.threads[i];
        if (address < thread.stackBegin || address >= thread.stackEnd)
            continue;
        const QString offset = shortHex(address - thread.stackBegin);
        return i == ownThread ? Words::tr("stack + %1").arg(offset)
                              : Words::tr("stack of thread %1 + %2").arg(i).arg(offset);
    }
    return {};
}

/// Returns the function of the frame with this pc.
QString frameAt(const ThreadStack* stack, std::uint64_t address)
{
    if (!stack)
        return {};
    const auto found = std::ranges::find_if(stack->frames, [address](const Frame& frame) {
        const NativeFrame* native = frame.asNative();
        return native && native->pc == address && frame.position.function;
    });
    return found == stack->frames.end()
               ? QString()
               : toQString(insight::qualifiedName(*found->position.function));
}

/// The kinds that readers of crash files give; another one is shown as the file has it.
QString kindText(const std::string& kind)
{
    if (kind == "private") //: memory that belongs to the process alone
        return Words::tr("private");
    if (kind == "mapped") //: memory that shows a file
        return Words::tr("mapped");
    if (kind == "image") //: memory of a program or library
        return Words::tr("image");
    return toQString(kind);
}

QString regionText(const MemoryRegion& region)
{
    if (region.free)
        return Words::tr("unmapped");
    if (region.guard)
        return Words::tr("guard page");
    if (!region.owner.empty())
        return toQString(region.owner);
    return region.kind.empty() ? Words::tr("mapped memory") : kindText(region.kind);
}

QString pointsTo(const ReportState& state, std::uint32_t thread, std::uint64_t value)
{
    const Event& event = *state.event;
    if (value < kFirstPage) // A small number is an address only where one was computed from it.
        return value == 0 ? Words::tr("null") : QString();
    if (const QString function = frameAt(state.stack(thread), value); !function.isEmpty())
        return function;
    if (const QString stack = stackPlace(event, thread, value); !stack.isEmpty())
        return stack;
    if (const EventModule* module = moduleAt(event, value))
        return moduleName(*module) + u'+' + shortHex(value - module->address);
    if (const MemoryRegion* region = regionAt(event, value))
        return regionText(*region);
    const NativeEvent* native = event.asNative();
    if (native && native->memory && native->memory->contains(value))
        return Words::tr("saved memory");
    return !native || native->memoryMap.empty() ? QString() : Words::tr("unmapped");
}

/// Tells whether the address that the crashing instruction could not access was computed from this
/// register.
bool formsFaultAddress(const ReportState& state, const QString& name)
{
    if (!state.analysis || !state.analysis->instruction || !state.event->crash.present)
        return false;
    const auto& instruction = *state.analysis->instruction;
    // With several accesses it is unknown which of them failed, so no register is marked.
    const bool isThisOne = instruction.accesses && instruction.accesses->size() == 1 &&
                           (instruction.accesses->front().address == state.event->crash.address ||
                            state.analysis->adjustedAddress);
    return isThisOne && std::ranges::find(instruction.registers, name.toStdString()) !=
                            instruction.registers.end();
}

RegisterRow
makeRow(const ReportState& state, std::uint32_t thread, const QString& name, std::uint64_t value)
{
    const CrashInfo& crash = state.event->crash;
    RegisterRow row;
    row.name = name;
    row.value = paddedAddress(value, state.event->system.arch);
    row.flags = flagsOf(state.event->system.arch, name, value);
    if (isFlagsRegister(name))
        row.part = RegisterRow::Part::Flags;
    row.pointsTo = pointsTo(state, thread, value);
    row.formsFaultAddress = crash.present && value != 0 && value == crash.address &&
                            state.event->requestingThread == thread;
    return row;
}

const RegisterSet*
registersOfFrame(const ReportState& state, std::uint32_t thread, std::uint32_t frame)
{
    const ThreadStack* stack = state.stack(thread);
    if (stack && frame < stack->registers.size())
        return &stack->registers[frame];
    const auto& own = state.event->threads[thread].registers;
    return frame == 0 && own ? &*own : nullptr;
}

/// The engine's answer knows symbols and texts, which the report does not have.
void addLead(const ReportState& state, const engine::RegistersAnswer& leads, RegisterRow& row)
{
    const auto found = std::ranges::find(leads.targets, row.name.toStdString(),
                                         &std::pair<std::string, engine::MemoryWord>::first);
    if (found == leads.targets.end())
        return;
    const engine::MemoryWord& word = found->second;
    row.isCode = word.kind == engine::MemoryWord::Kind::Code;
    // A frame's own function is named already, without the offset in it.
    const bool isStack = word.kind == engine::MemoryWord::Kind::Stack;
    if (word.meaning.empty() && !isStack && word.text.empty())
        return;
    const bool isFunction = row.isCode && !row.pointsTo.contains(u'+');
    if (!isFunction && !(isStack && word.text.empty()))
        row.pointsTo = makeWordMeaning(state, word);
}

/// Marks what differs from the caller, as far as both are known.
void compareWithCaller(const ReportState& state,
                       std::uint32_t thread,
                       std::uint32_t frame,
                       QList<RegisterRow>& rows)
{
    const RegisterSet* caller = registersOfFrame(state, thread, frame + 1);
    if (!caller)
        return;
    for (RegisterRow& row : rows) {
        const auto index = registerIndex(caller->family(), row.name.toStdString());
        if (row.value.isEmpty() || !index || !caller->has(*index))
            continue;
        row.callerValue = paddedAddress(caller->get(*index), state.event->system.arch);
        row.isChanged = row.callerValue != row.value;
    }
}

void appendGiven(QList<RegisterRow>& rows,
                 const ReportState& state,
                 std::uint32_t thread,
                 const std::vector<std::pair<std::string, std::uint64_t>>& values,
                 RegisterRow::Part part)
{
    for (const auto& [name, value] : values) {
        RegisterRow row = makeRow(state, thread, toQString(name), value);
        if (row.part == RegisterRow::Part::General)
            row.part = part;
        rows.append(std::move(row));
    }
}

} // namespace

QList<RegisterRow> makeRegisterRows(const ReportState& state,
                                    std::uint32_t thread,
                                    std::uint32_t frame,
                                    const engine::RegistersAnswer& leads)
{
    if (!state.event || thread >= state.event->threads.size())
        return {};
    const EventThread& value = state.event->threads[thread];
    QList<RegisterRow> rows;
    if (const RegisterSet* set = registersOfFrame(state, thread, frame)) {
        for (const RegisterInfo& info : registersOf(set->family())) {
            const QString name = toQString(info.name);
            RegisterRow unknown;
            unknown.name = name;
            rows.append(set->has(info.index) ? makeRow(state, thread, name, set->get(info.index))
                                             : unknown);
        }
    }
    compareWithCaller(state, thread, frame, rows);
    if (frame == 0 && thread == state.mainThread()) {
        for (RegisterRow& row : rows)
            row.formsFaultAddress |= formsFaultAddress(state, row.name);
    }
    for (RegisterRow& row : rows) {
        const std::uint64_t number = row.value.toULongLong(nullptr, 0);
        row.isAddress = number >= kFirstPage && row.part == RegisterRow::Part::General;
        addLead(state, leads, row);
        if (row.formsFaultAddress && number != 0 && number < kFirstPage)
            row.pointsTo = Words::tr("null + %1").arg(shortHex(number));
    }
    if (frame == 0) {
        appendGiven(rows, state, thread, value.givenRegisters, RegisterRow::Part::General);
        appendGiven(rows, state, thread, value.extraRegisters, RegisterRow::Part::Other);
    }
    return rows;
}

} // namespace faultline::ui
