// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_symbolicator.h"

#include "core/symbolicate/js/frame_mapper.h"
#include "core/symbolicate/js/script_event_report.h"
#include "core/symbolicate/run/finished_report.h"

#include <algorithm>

namespace faultline::js {

namespace {

/// Some old SDKs leave this prefix in the name.
constexpr std::string_view kAsyncPrefix = "async ";

void removeAsyncPrefix(ScriptStack& stack)
{
    for (auto& frame : stack.frames) {
        if (frame.position.absPath && frame.position.absPath->starts_with(kAsyncPrefix))
            frame.position.absPath->erase(0, kAsyncPrefix.size());
    }
}

ScriptStack mapStack(ScriptStack& raw,
                     FrameMapper mapper,
                     ScriptFrameOrder order,
                     InlinedFrames& inlined,
                     const std::stop_token& stop)
{
    ScriptStack mapped{.role = raw.role, .type = raw.type, .value = raw.value, .frames = {}};
    const bool isReversed = order == ScriptFrameOrder::CalleeFirst;
    if (isReversed)
        std::ranges::reverse(raw.frames);
    const auto last = raw.frames.size() - 1;
    for (auto& frame : raw.frames) {
        const auto index = mapped.frames.size();
        const bool isPlace = frame.position.absPath && !stop.stop_requested();
        mapped.frames.push_back(isPlace ? mapper.map(frame) : frame);
        if (auto bodies = mapper.takeInlined(); !bodies.empty())
            inlined.emplace(isReversed ? last - index : index, std::move(bodies));
    }
    if (isReversed) {
        std::ranges::reverse(raw.frames);
        std::ranges::reverse(mapped.frames);
    }
    return mapped;
}

Result<MappedScripts> mapScripts(const symbolicate::Services& services,
                                 const ScriptEvent& event,
                                 const ScriptPlaces& places,
                                 const symbolicate::SymbolicateOptions& options,
                                 const std::stop_token& stop)
{
    MappedScripts mapped;
    auto& [problems, attempts, rawStacks] = mapped.result;
    rawStacks = event.stacks;
    ScriptFiles files(services, event, places, options, stop);
    ScriptModules modules(services, files, event, options, stop);
    OriginalNames names(stop);
    for (auto& raw : rawStacks)
        removeAsyncPrefix(raw);
    for (auto& raw : rawStacks) {
        mapped.stacks.push_back(mapStack(raw, FrameMapper(modules, names, options, problems),
                                         event.order, mapped.inlined.emplace_back(), stop));
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "symbolication was cancelled");
    }
    std::ranges::sort(problems);
    const auto repeated = std::ranges::unique(problems);
    problems.erase(repeated.begin(), repeated.end());
    attempts = files.takeScrapingAttempts();
    std::ranges::stable_sort(attempts, {}, &ScrapingAttempt::url);
    mapped.candidates = files.takeCandidates();
    mapped.scripts = modules.states();
    // Only that answer has them.
    if (options.answer != symbolicate::AnswerStyle::Compatible)
        rawStacks.clear();
    return mapped;
}

} // namespace

Result<symbolicate::SymbolicationResult> runScripts(const symbolicate::RunContext& context,
                                                    EventPtr event,
                                                    const symbolicate::SymbolicateOptions& options,
                                                    symbolicate::SymbolicationObserver& observer,
                                                    std::stop_token stop)
{
    symbolicate::showRawStacks(observer, [&] { return rawStacks(*event); });
    const auto places = placesOf(context.sourcesFor(options), *event, options);
    FL_TRY(auto mapped, mapScripts(context.services, std::get<ScriptEvent>(event->detail), places,
                                   options, stop));
    auto report = makeScriptEventReport(std::move(event), std::move(mapped));
    report->sourceCount = places.local.size() + (places.sentry ? 1 : 0);
    return symbolicate::finish(context, std::move(report), observer);
}

} // namespace faultline::js
