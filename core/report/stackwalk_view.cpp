// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stackwalk_view.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/json/json_reader.h"

#include <algorithm>

namespace faultline::report {

namespace {

const EventModule* moduleOf(const Report& report, const Frame& frame)
{
    if (!frame.module || *frame.module >= report.event->modules.size())
        return nullptr;
    return &report.event->modules[*frame.module];
}

/// Limits the number of hits that are listed, and of modules that are examined for them. A hostile
/// file may have thousands at one address.
constexpr std::size_t kMaxUnloadedHits = 64;
constexpr std::size_t kMaxUnloadedSteps = 1024;

template <class Visit>
void forEachChild(const json::JsonValue& parent, Visit visit)
{
    for (auto child = parent.firstChild(); child; child = child->nextSibling(parent))
        visit(*child);
}

/// Reads { "Mozilla Corporation": ["firefox.exe", …], … }.
void readSignatures(const json::JsonValue& signatures, StackwalkEvidence& evidence)
{
    forEachChild(signatures, [&](const json::JsonValue& names) {
        forEachChild(names, [&](const json::JsonValue& name) {
            if (name.kind() == json::JsonKind::String)
                evidence.certificateSubjects.insert_or_assign(std::string(name.text()),
                                                              std::string(names.key()));
        });
    });
}

/// Crash reporters send this object as a JSON text inside a string.
void readSignatureMember(const json::JsonValue& member, StackwalkEvidence& evidence)
{
    if (member.kind() != json::JsonKind::String)
        return readSignatures(member, evidence);
    if (const auto inner = json::parseJson(member.text()); inner && !inner->isEmpty())
        readSignatures(inner->root(), evidence);
}

} // namespace

Result<StackwalkEvidence> parseStackwalkEvidence(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    StackwalkEvidence evidence;
    forEachChild(document.root(), [&](const json::JsonValue& member) {
        const auto text = member.text();
        if (member.key() == "ModuleSignatureInfo")
            readSignatureMember(member, evidence);
        else if (member.key() == "CPUMicrocodeVersion" && text.starts_with("0x"))
            evidence.microcode = parseHex(text.substr(2));
    });
    return evidence;
}

const NativeEvent& nativePartOf(const Event& event)
{
    static const NativeEvent kNone;
    return event.isNative() ? *event.asNative() : kNone;
}

StackwalkStacks::StackwalkStacks(const Report& report) : m_report(report)
{
    for (const auto& module : nativePartOf(*report.event).unloadedModules)
        m_unloaded.push_back(&module);
    std::ranges::stable_sort(m_unloaded, {},
                             [](const UnloadedModule* module) { return module->address; });
    std::uint64_t reach = 0;
    for (const auto* module : m_unloaded) {
        reach = std::max(reach, module->address + module->sizeBytes);
        m_reach.push_back(reach);
    }
}

/// A frame outside all modules may lie in a module that was unloaded.
void StackwalkStacks::addUnloadedModules(StackwalkFrame& frame) const
{
    const auto address = frame.instruction;
    const auto after = std::ranges::upper_bound(
        m_unloaded, address, {}, [](const UnloadedModule* module) { return module->address; });
    std::size_t hits = 0;
    std::size_t steps = 0;
    for (auto i = static_cast<std::size_t>(after - m_unloaded.begin());
         i > 0 && m_reach[i - 1] > address && hits < kMaxUnloadedHits && steps < kMaxUnloadedSteps;
         ++steps) {
        --i;
        const auto offset = address - m_unloaded[i]->address;
        if (offset >= m_unloaded[i]->sizeBytes)
            continue;
        frame.unloadedModules[m_unloaded[i]->name].insert(offset);
        ++hits;
    }
}

/// `row` is one of machine code.
StackwalkFrame
StackwalkStacks::frameOf(const ThreadStack& stack, std::size_t firstRow, std::size_t row) const
{
    const auto& frame = stack.frames[row];
    StackwalkFrame view;
    view.frame = &frame;
    view.inlines = std::span(stack.frames).subspan(firstRow, row - firstRow);
    if (frame.originalIndex < stack.registers.size())
        view.registers = &stack.registers[frame.originalIndex];
    view.module = moduleOf(m_report, frame);
    const auto& native = *frame.asNative();
    view.native = &native;
    view.returnAddress = native.pc != 0 ? native.pc : native.instructionAddress;
    view.instruction = native.lookupAddress != 0 ? native.lookupAddress : view.returnAddress;
    if (const auto& name = frame.position.function ? frame.position.function : native.symbol)
        view.function = *name;
    if (view.module == nullptr)
        addUnloadedModules(view);
    return view;
}

std::vector<StackwalkFrame> StackwalkStacks::frames(std::size_t thread) const
{
    std::vector<StackwalkFrame> views;
    if (thread >= m_report.stacks.size() || !m_report.stacks[thread])
        return views;
    const auto& stack = *m_report.stacks[thread];
    std::size_t first = 0;
    for (std::size_t i = 0; i < stack.frames.size(); ++i) {
        if (stack.frames[i].isInlined)
            continue;
        if (stack.frames[i].isNative())
            views.push_back(frameOf(stack, first, i));
        first = i + 1;
    }
    return views;
}

std::optional<std::size_t> requestingThread(const Report& report)
{
    const auto& event = *report.event;
    if (!event.requestingThread || *event.requestingThread >= event.threads.size())
        return std::nullopt;
    return *event.requestingThread;
}

std::string paddedAddress(const Event& event, std::uint64_t address)
{
    return "0x" +
           hexDigits(address, static_cast<int>(2 * pointerSize(cpuFamily(event.system.arch))));
}

std::string osVersionText(const SystemInfo& system)
{
    const bool both = !system.osVersion.empty() && !system.osBuild.empty();
    return concat(system.osVersion, both ? " " : "", system.osBuild);
}

std::string_view codeFileName(const EventModule& module)
{
    return module.codeFile ? baseName(*module.codeFile) : std::string_view();
}

std::vector<const EventModule*> modulesByAddress(const Event& event)
{
    std::vector<const EventModule*> modules;
    modules.reserve(event.modules.size());
    for (const auto& module : event.modules)
        modules.push_back(&module);
    std::ranges::stable_sort(modules, {},
                             [](const EventModule* module) { return module->address; });
    return modules;
}

} // namespace faultline::report
