// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/slow_trace.h"

#include "core/base/text.h"

#include <algorithm>
#include <functional>

namespace faultline::server {

namespace {

constexpr std::size_t kMostDescribed = 10;

struct Wait
{
    const ModuleReport* module;
    const Candidate* candidate;
};

std::string_view fileName(std::string_view path)
{
    return path.substr(path.find_last_of("/\\") + 1);
}

std::string describe(const Wait& wait)
{
    const auto& [module, candidate] = wait;
    const auto& files = module->module;
    const auto& name = files.debugFile ? files.debugFile : files.codeFile;
    return concat(name ? fileName(*name) : "a module without a name", ": ", candidate->durationMs,
                  " ms for ", candidate->location, " of source ", candidate->source, " (",
                  answerLayerName(candidate->layer), ", ", downloadStatusName(candidate->download),
                  ", ", candidate->attempts,
                  candidate->attempts == 1 ? " request, " : " requests, ", candidate->sizeBytes,
                  " bytes)");
}

/// Measures what runs until it ends.
class Watch
{
public:
    Watch(std::chrono::milliseconds slowTime, LogSink& log) : m_slowTime(slowTime), m_log(log) {}

    void end(std::string_view what, const std::function<std::string()>& details)
    {
        const auto taken = std::chrono::steady_clock::now() - m_started;
        if (m_slowTime.count() == 0 || taken < m_slowTime)
            return;
        const auto milliseconds =
            std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
        m_log.write(LogLevel::Warning, "server",
                    concat("slow ", what, ": ", milliseconds, " ms", details()));
    }

private:
    std::chrono::milliseconds m_slowTime;
    LogSink& m_log;
    std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
};

} // namespace

std::string describeSlowest(const Report& report)
{
    std::vector<Wait> waits;
    for (const auto& module : report.modules) {
        if (!module)
            continue;
        for (const auto& candidate : module->candidates)
            if (candidate.durationMs > 0)
                waits.push_back({.module = module.get(), .candidate = &candidate});
    }
    const auto shown = std::min(waits.size(), kMostDescribed);
    const auto duration = [](const Wait& wait) { return wait.candidate->durationMs; };
    std::ranges::partial_sort(waits, waits.begin() + static_cast<std::ptrdiff_t>(shown),
                              std::greater(), duration);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : "; ") + describe(waits[i]);
    if (waits.size() > shown)
        text += concat("; and ", waits.size() - shown, " more");
    return text;
}

Result<EventPtr> SlowTrace::readEvent(ByteView bytes)
{
    return m_service.readEvent(std::move(bytes));
}

Result<intake::Input> SlowTrace::readInput(ByteView bytes, const requests::RequestPolicy& policy)
{
    return m_service.readInput(std::move(bytes), policy);
}

bool SlowTrace::holdsCrashFile(const ByteView& body) const
{
    return m_service.holdsCrashFile(body);
}

Result<ReportPtr>
SlowTrace::run(EventPtr event, const symbolicate::SymbolicateOptions& options, std::stop_token stop)
{
    Watch watch(m_slowTime, m_log);
    auto report = m_service.run(std::move(event), options, std::move(stop));
    if (report && m_onReport)
        m_onReport(**report);
    watch.end("symbolication", [&] {
        if (!report)
            return concat(", ", report.error().describe());
        const auto waits = describeSlowest(**report);
        return waits.empty() ? std::string(", no source was waited for") : "; " + waits;
    });
    return report;
}

ReportPtr SlowTrace::runFromMemory(const EventPtr& event,
                                   const symbolicate::SymbolicateOptions& options)
{
    auto report = m_service.runFromMemory(event, options);
    if (report && m_onReport)
        m_onReport(*report);
    return report;
}

} // namespace faultline::server
