// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_symbolicator.h"

#include "core/symbolicate/js/frame_mapper.h"

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

} // namespace

Result<ScriptReport> symbolicateScripts(const symbolicate::Services& services,
                                        const ScriptEvent& event,
                                        const ScriptOptions& options,
                                        const std::stop_token& stop)
{
    ScriptReport report;
    report.rawStacks = event.stacks;
    ScriptFiles files(services, event, options, stop);
    ScriptModules modules(services, files, event, options, stop);
    OriginalNames names(stop);
    for (auto& raw : report.rawStacks)
        removeAsyncPrefix(raw);
    for (auto& raw : report.rawStacks) {
        report.stacks.push_back(mapStack(raw, FrameMapper(modules, names, options, report.problems),
                                         event.order, report.inlined.emplace_back(), stop));
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "symbolication was cancelled");
    }
    std::ranges::sort(report.problems);
    const auto repeated = std::ranges::unique(report.problems);
    report.problems.erase(repeated.begin(), repeated.end());
    report.scrapingAttempts = files.takeScrapingAttempts();
    std::ranges::stable_sort(report.scrapingAttempts, {}, &ScrapingAttempt::url);
    report.candidates = files.takeCandidates();
    report.scripts = modules.states();
    return report;
}

} // namespace faultline::js
