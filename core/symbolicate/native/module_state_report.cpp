// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/module_state_report.h"

#include "core/symcache/symcache.h"

namespace faultline::symbolicate {

namespace {

/// The status already says that a file was not found, so only other errors are described.
std::string describeOrEmpty(const std::optional<Error>& error)
{
    if (!error)
        return {};
    return error->kind == ErrorKind::NotFound ? error->explain() : error->describe();
}

ObjectFileStatus statusOf(const ModulePart& part)
{
    return part.error ? statusOfError(*part.error) : ObjectFileStatus::Found;
}

void addFeatures(ObjectFeatures& all, const ObjectFeatures& more)
{
    all.hasDebugInfo |= more.hasDebugInfo;
    all.hasUnwindInfo |= more.hasUnwindInfo;
    all.hasSymbols |= more.hasSymbols;
    all.hasSources |= more.hasSources;
    if (!all.sourceServer)
        all.sourceServer = more.sourceServer;
}

void completeIds(EventModule& module, const ModuleState& state)
{
    if (!module.debugId && state.completedDebugId)
        module.debugId = state.completedDebugId;
    if (!module.debugFile && state.completedDebugFile)
        module.debugFile = state.completedDebugFile;
}

void setStatuses(ModuleReport& report, const ModuleState& state, bool hasUnwindStatus)
{
    if (state.debug.phase == LookupPhase::Done) {
        report.debugStatus = statusOf(state.debug);
        report.debugDetails = describeOrEmpty(state.debug.error);
    }
    if (!hasUnwindStatus)
        return;
    const bool isDone = state.unwind.phase == LookupPhase::Done;
    report.unwindStatus = isDone ? statusOf(state.unwind) : ObjectFileStatus::Unused;
    report.unwindDetails = describeOrEmpty(state.unwind.error);
}

} // namespace

std::shared_ptr<const ModuleReport>
reportOf(const EventModule& module, const ModuleState& state, const ModuleReportPlace& place)
{
    auto report = std::make_shared<ModuleReport>();
    report->module = module;
    report->requestIndex = place.index;
    report->frameCount = place.frameCount;
    completeIds(report->module, state);
    setStatuses(*report, state, place.hasUnwindStatus);
    for (const ModulePart* part : {&state.debug, &state.unwind}) {
        if (part->meta)
            addFeatures(report->features, part->meta->features);
    }
    report->features.hasSources |= (state.source.meta && !state.source.error) ||
                                   (state.remoteSource.meta && !state.remoteSource.error);
    if (state.symCache)
        report->arch = state.symCache->arch();
    report->candidates = state.candidates.sorted();
    report->pending = state.isSymbolPending();
    report->wrongBuild = state.wrongBuild;
    report->notes = state.notes;
    return report;
}

} // namespace faultline::symbolicate
