// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_metrics.h"

#include <algorithm>
#include <array>

namespace faultline::server {

namespace {

/// Sums over all stacks of a report.
struct StackCounts
{
    std::uint64_t stacks = 0;
    std::uint64_t shortStacks = 0;
    std::uint64_t frames = 0;
    std::uint64_t scanned = 0;
    std::uint64_t unsymbolicated = 0;
    std::uint64_t unmapped = 0;
};

/// The reference calls a stack with fewer frames short.
constexpr std::size_t kShortStackFrames = 3;

StackCounts countStacks(const Report& report)
{
    StackCounts counts;
    for (const auto& stack : report.stacks) {
        if (!stack)
            continue;
        ++counts.stacks;
        counts.shortStacks += stack->frames.size() < kShortStackFrames ? 1 : 0;
        for (const auto& frame : stack->frames) {
            ++counts.frames;
            counts.scanned += frame.trust == FrameTrust::Scan ? 1 : 0;
            counts.unsymbolicated += frame.status != FrameStatus::Symbolicated ? 1 : 0;
            counts.unmapped += frame.status == FrameStatus::UnknownImage ? 1 : 0;
        }
    }
    return counts;
}

StaticText statusLabel(ObjectFileStatus status)
{
    static constexpr std::array<StaticText, 8> kNames{
        "unused",          "found",   "missing",     "malformed",
        "fetching_failed", "timeout", "unsupported", "other"};
    return oneOf(kNames, objectFileStatusName(status), "other");
}

/// Clients name any platform; those that Sentry knows have a label of their own
/// (getsentry/sentry: src/sentry/constants.py, and the languages of its SDKs).
StaticText platformLabel(const std::optional<std::string>& platform)
{
    static constexpr std::array<StaticText, 25> kNames{
        "as3",     "c",      "cfml",       "cocoa",  "csharp", "dart",  "elixir", "go",    "groovy",
        "haskell", "java",   "javascript", "kotlin", "native", "node",  "objc",   "other", "perl",
        "php",     "python", "ruby",       "rust",   "swift",  "unity", "unreal"};
    return platform ? oneOf(kNames, *platform, "other") : StaticText("none");
}

void countModules(MetricSink& metrics, const Report& report)
{
    for (const auto& module : report.modules) {
        if (!module)
            continue;
        metrics.count("symbolication.debug_status", {"status", statusLabel(module->debugStatus)});
        if (module->unwindStatus)
            metrics.count("symbolication.unwind_status",
                          {"status", statusLabel(*module->unwindStatus)});
    }
}

} // namespace

void respondWithCountedJob(JobTable& jobs,
                           MetricSink& metrics,
                           const JobTask& task,
                           const JobQuery& query,
                           JobTable::Work work,
                           RequestExchange::Respond respond)
{
    auto counted = [&metrics, name = task.name,
                    work = std::move(work)](const std::stop_token& stop) mutable {
        auto answer = work(stop);
        metrics.count("requests.processed", {"task", name});
        return answer;
    };
    metrics.gauge("requests.in_flight", {}, static_cast<double>(jobs.inFlight()));
    if (respondWithJob(jobs, query, std::move(counted), std::move(respond)))
        metrics.count("requests.accepted", {"task", task.name});
    else
        metrics.count("requests.rejected");
}

bool respondAtOnce(JobTable& jobs,
                   MetricSink& metrics,
                   const JobTask& task,
                   const JobQuery& query,
                   const std::function<std::optional<std::string>()>& work,
                   RequestExchange::Respond& respond)
{
    if (query.timeout && query.timeout->count() <= 0)
        return false; // The client wants an id.
    const auto before = static_cast<double>(jobs.inFlight());
    std::optional<std::string> answer;
    if (const auto place = jobs.takePlace())
        answer = work();
    if (!answer)
        return false;
    metrics.gauge("requests.in_flight", {}, before);
    metrics.count("requests.accepted", {"task", task.name});
    metrics.count("requests.processed", {"task", task.name});
    respond(jsonResponse(200, std::make_shared<const std::string>(*std::move(answer))));
    return true;
}

void countQuality(MetricSink& metrics, const JobTask& task, const Report& report)
{
    countModules(metrics, report);
    const auto counts = countStacks(report);
    const std::array tags{MetricTag{"platform", platformLabel(report.event->platform)},
                          MetricTag{"origin", task.origin}};
    const auto add = [&](std::string_view name, std::uint64_t value) {
        metrics.distribution(name, tags, static_cast<double>(value));
    };
    add("symbolication.num_modules", report.modules.size());
    add("symbolication.num_stacktraces", counts.stacks);
    add("symbolication.short_stacktraces", counts.shortStacks);
    add("symbolication.num_frames", counts.frames);
    add("symbolication.scanned_frames", counts.scanned);
    add("symbolication.unsymbolicated_frames", counts.unsymbolicated);
    add("symbolication.unmapped_frames", counts.unmapped);
}

} // namespace faultline::server
