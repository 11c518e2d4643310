// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/run/finished_report.h"

#include "core/cache/cache_store.h"

namespace faultline::symbolicate {

std::optional<std::string> firstFunction(const Report& report)
{
    const auto thread = report.event->requestingThread;
    if (!thread || *thread >= report.stacks.size() || report.stacks[*thread]->frames.empty())
        return std::nullopt;
    return report.stacks[*thread]->frames.front().position.function;
}

SymbolicationResult
finish(const RunContext& context, std::shared_ptr<Report> report, SymbolicationObserver& observer)
{
    report->crashedFunction = firstFunction(*report);
    report->isOffline = context.services.cache.isOffline();
    report->complete = true;
    for (std::uint32_t i = 0; i < report->modules.size(); ++i)
        observer.onModule(i, report->modules[i]);
    for (const auto& stack : report->stacks)
        observer.onStack(stack);
    const auto moduleCount = report->modules.size();
    return {.report = std::move(report), .modules = std::vector<ResolvedModule>(moduleCount)};
}

} // namespace faultline::symbolicate
