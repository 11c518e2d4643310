// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/pipeline/mixed_event.h"

#include "core/symbolicate/pipeline/stack_parts.h"
#include "core/symbolicate/run/finished_report.h"

#include <algorithm>
#include <iterator>

namespace faultline::symbolicate {

namespace {

/// The number of the first module of a part; part 0 is Event::detail. One more than the last part
/// gives the number of all.
std::size_t firstModuleOf(const Event& event, std::size_t part)
{
    if (part == 0)
        return 0;
    return part <= event.parts.size() ? event.parts[part - 1].firstModule : event.modules.size();
}

EventKind kindOf(const Event& event, std::size_t part)
{
    if (part == 0)
        return event.kind;
    const auto& detail = event.parts[part - 1].detail;
    if (std::holds_alternative<ScriptEvent>(detail))
        return EventKind::JavaScript;
    return std::holds_alternative<JvmEvent>(detail) ? EventKind::Jvm : EventKind::NativeJson;
}

/// Native frames name modules by their number.
void setGivenFrames(Event& event, std::size_t firstModule)
{
    for (auto& thread : event.threads) {
        thread.frameParts.clear();
        if (!event.isNative()) {
            thread.givenFrames.reset();
            continue;
        }
        if (!thread.givenFrames)
            thread.givenFrames.emplace(); // Then nobody walks the thread.
        for (auto& frame : *thread.givenFrames) {
            auto& module = frame.makeNative().relativeTo;
            if (module && *module >= firstModule)
                *module -= static_cast<std::uint32_t>(firstModule);
        }
    }
}

std::shared_ptr<Event> eventOfPart(const Event& event, std::size_t part)
{
    auto own = std::make_shared<Event>(event);
    const auto first = std::min(firstModuleOf(event, part), event.modules.size());
    const auto last = std::clamp(firstModuleOf(event, part + 1), first, event.modules.size());
    own->modules.assign(event.modules.begin() + static_cast<std::ptrdiff_t>(first),
                        event.modules.begin() + static_cast<std::ptrdiff_t>(last));
    own->kind = kindOf(event, part);
    own->annotations.clear();
    own->samples.clear();
    own->parts.clear();
    if (part > 0)
        own->detail = event.parts[part - 1].detail;
    setGivenFrames(*own, first);
    return own;
}

/// Puts the stacks of one thread together.
class StackJoiner
{
public:
    StackJoiner(const Event& event, const std::vector<SymbolicationResult>& parts)
        : m_event(event), m_parts(parts)
    {
    }

    std::shared_ptr<const ThreadStack> stackOf(std::uint32_t thread) const
    {
        auto joined = std::make_shared<ThreadStack>();
        joined->thread = thread;
        joined->complete = true;
        std::vector<std::uint32_t> next(m_parts.size(), 0);
        const auto& places = m_event.threads[thread].frameParts;
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            if (const auto* stack = stackIn(places[i], thread))
                addRows(*stack, next[places[i]]++, *joined, i,
                        static_cast<std::uint32_t>(firstModuleOf(m_event, places[i])));
        }
        for (std::size_t part = 0; part < m_parts.size(); ++part)
            takeFacts(part, thread, *joined);
        return joined;
    }

private:
    const ThreadStack* stackIn(std::size_t part, std::uint32_t thread) const
    {
        const auto& stacks = m_parts[part].report->stacks;
        return thread < stacks.size() ? stacks[thread].get() : nullptr;
    }

    /// Only the JVM changes the name of an error.
    void takeFacts(std::size_t part, std::uint32_t thread, ThreadStack& joined) const
    {
        const auto* stack = stackIn(part, thread);
        if (stack == nullptr)
            return;
        joined.complete = joined.complete && stack->complete;
        const bool isJvm = m_parts[part].report->event->asJvm() != nullptr;
        if (stack->error && (isJvm || !joined.error))
            joined.error = stack->error;
    }

    const Event& m_event;
    const std::vector<SymbolicationResult>& m_parts;
};

/// The event with the names that the mapping of the JVM restores.
EventPtr withNames(const EventPtr& event, const std::vector<SymbolicationResult>& parts)
{
    for (const auto& part : parts) {
        const auto* jvm = part.report->event->asJvm();
        if (jvm == nullptr)
            continue;
        auto named = std::make_shared<Event>(*event);
        for (std::size_t i = 0; i < named->threads.size() && i < jvm->stacks.size(); ++i) {
            if (jvm->stacks[i].exception)
                named->threads[i].name = part.report->event->threads[i].name;
        }
        const auto leading = named->requestingThread.value_or(0);
        if (leading < jvm->stacks.size() && jvm->stacks[leading].exception)
            named->crash = part.report->event->crash;
        return named;
    }
    return event;
}

void takeReport(Report& joined, const Report& part)
{
    joined.modules.insert(joined.modules.end(), part.modules.begin(), part.modules.end());
    joined.diagnostics.insert(joined.diagnostics.end(), part.diagnostics.begin(),
                              part.diagnostics.end());
    joined.sourceCount = std::max(joined.sourceCount, part.sourceCount);
    joined.isOffline = joined.isOffline || part.isOffline;
    joined.complete = joined.complete && part.complete;
    if (part.script)
        joined.script = part.script;
    if (part.jvm)
        joined.jvm = part.jvm;
}

} // namespace

std::vector<EventPtr> eventsByLanguage(const Event& event)
{
    std::vector<EventPtr> events;
    for (std::size_t part = 0; part <= event.parts.size(); ++part)
        events.push_back(eventOfPart(event, part));
    return events;
}

SymbolicateOptions optionsOfPart(const SymbolicateOptions& options, std::size_t firstModule)
{
    auto own = options;
    std::erase_if(own.locatedFiles,
                  [&](const LocatedFile& file) { return file.module < firstModule; });
    for (auto& file : own.locatedFiles)
        file.module -= static_cast<std::uint32_t>(firstModule);
    own.variables = {};
    return own;
}

SymbolicationResult joinedResult(const EventPtr& event, std::vector<SymbolicationResult> parts)
{
    auto report = std::make_shared<Report>();
    report->complete = true;
    SymbolicationResult joined;
    for (auto& part : parts) {
        takeReport(*report, *part.report);
        std::ranges::move(part.modules, std::back_inserter(joined.modules));
    }
    report->event = withNames(event, parts);
    const StackJoiner stacks(*event, parts);
    for (std::uint32_t i = 0; i < event->threads.size(); ++i)
        report->stacks.push_back(stacks.stackOf(i));
    report->crashedFunction = firstFunction(*report);
    joined.report = std::move(report);
    return joined;
}

} // namespace faultline::symbolicate
