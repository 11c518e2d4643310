// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/why.h"

#include "core/insight/key_frame.h"
#include "core/insight/why_rules.h"

#include <algorithm>

namespace faultline::insight {

namespace {

std::size_t framesInModule(const Report& report, std::size_t thread, std::uint32_t module)
{
    const auto* stack = stackOf(report, thread);
    if (stack == nullptr)
        return 0;
    return static_cast<std::size_t>(std::ranges::count_if(stack->frames, [&](const Frame& frame) {
        return !frame.isInlined && frame.module == module;
    }));
}

bool isScript(const Report& report)
{
    return report.event && std::holds_alternative<ScriptEvent>(report.event->detail);
}

bool isText(const Report& report)
{
    return report.event && report.event->kind == EventKind::NativeText;
}

/// Do both reasons say the same? A file with only a symbol table is also one without debug info,
/// and both failures of a download count as one.
bool isSameReason(WhyCode a, WhyCode b)
{
    return whyCodeName(a) == whyCodeName(b);
}

void applyRules(Why& why, const WhyFacts& facts)
{
    bool hasHeadline = false;
    for (const auto& rule : facts.isScript ? scriptWhyRules() : whyRules()) {
        if (!rule.applies(facts))
            continue;
        if (!hasHeadline) {
            why.code = rule.code;
            why.remedies = rule.remedies;
            hasHeadline = true;
        } else if (!isSameReason(rule.code, why.code)) {
            why.also.push_back(rule.code);
        }
    }
    if (!hasHeadline && why.module != nullptr && why.module->pending)
        why.code = WhyCode::Pending;
}

void noteBlocked(Why& why, const Candidate& candidate)
{
    why.blockedUntil = std::max(why.blockedUntil.value_or(0), *candidate.blockedUntil);
    if (std::ranges::find(why.blockedSources, candidate.source) == why.blockedSources.end())
        why.blockedSources.push_back(candidate.source);
}

/// Takes what the explanations tell of the module's candidates.
void addParameters(Why& why)
{
    if (why.module == nullptr)
        return;
    for (const auto& candidate : why.module->candidates) {
        if (candidate.failedAt && isRemembered(candidate))
            why.rememberedSince =
                std::min(why.rememberedSince.value_or(*candidate.failedAt), *candidate.failedAt);
        if (candidate.blockedUntil)
            noteBlocked(why, candidate);
        const auto status = candidate.httpStatus.value_or(0);
        if (status == 401 || status == 403)
            why.refusalStatus = std::min(why.refusalStatus.value_or(status), status);
    }
}

} // namespace

std::string_view whyCodeName(WhyCode code)
{
    switch (code) {
    case WhyCode::Fine:
    case WhyCode::Pending: return "";
    case WhyCode::Stopped: return "stopped";
    case WhyCode::Offline: return "offline";
    case WhyCode::UnknownImage: return "unknown_image";
    case WhyCode::NoModuleNamed: return "no_module_named";
    case WhyCode::NoId: return "no_id";
    case WhyCode::Unused: return "unused";
    case WhyCode::NoSources: return "no_sources";
    case WhyCode::NoPermission: return "no_permission";
    case WhyCode::HostBlocked: return "host_blocked";
    case WhyCode::FetchFailed:
    case WhyCode::CouldNotBeUsed: return "fetch_failed";
    case WhyCode::Timeout: return "timeout";
    case WhyCode::MalformedDownload: return "malformed_download";
    case WhyCode::IdMismatch: return "id_mismatch";
    case WhyCode::CachedMiss: return "cached_miss";
    case WhyCode::Missing: return "missing";
    case WhyCode::MalformedUse: return "malformed_use";
    case WhyCode::Unsupported: return "unsupported";
    case WhyCode::WrongBuild: return "wrong_build";
    case WhyCode::MissingSymbol: return "missing_symbol";
    case WhyCode::SymbolTableOnly:
    case WhyCode::NoDebugInfo: return "no_debug_info";
    case WhyCode::LowTrust: return "low_trust";
    case WhyCode::MapNotNamed: return "map_not_named";
    case WhyCode::ScriptMissing: return "script_missing";
    case WhyCode::MapMissing: return "map_missing";
    case WhyCode::ScriptUnreachable: return "script_unreachable";
    case WhyCode::ScriptNotAllowed: return "script_not_allowed";
    case WhyCode::MapDamaged: return "map_damaged";
    case WhyCode::PositionNotMapped: return "position_not_mapped";
    }
    return "";
}

std::string_view remedyName(Remedy remedy)
{
    switch (remedy) {
    case Remedy::LocateFile: return "locate_file";
    case Remedy::AddSource: return "add_source";
    case Remedy::Retry: return "retry";
    case Remedy::GoOnline: return "go_online";
    case Remedy::ShowLog: return "show_log";
    }
    return "";
}

std::vector<std::size_t> framesByModule(const Report& report)
{
    std::vector<std::size_t> counts(report.modules.size());
    const auto* stack = stackOf(report, crashedThread(report));
    if (stack == nullptr)
        return counts;
    for (const Frame& frame : stack->frames) {
        if (!frame.isInlined && frame.module && *frame.module < counts.size())
            ++counts[*frame.module];
    }
    return counts;
}

Why whyFrame(const Report& report,
             std::size_t thread,
             const Frame& frame,
             const WhySetting& setting)
{
    Why why;
    why.frame = &frame;
    why.sourceCount = setting.sourceCount;
    if (frame.module) {
        why.module = moduleReport(report, *frame.module);
        why.framesOnStack = setting.framesOnStack ? *setting.framesOnStack
                                                  : framesInModule(report, thread, *frame.module);
    }
    applyRules(why, {.frame = &frame,
                     .module = why.module,
                     .isOffline = setting.isOffline,
                     .isStopped = setting.isStopped,
                     .isScript = why.module != nullptr && isScript(report),
                     .isText = isText(report)});
    addParameters(why);
    return why;
}

Why whyModule(const Report& report, std::uint32_t module, const WhySetting& setting)
{
    Why why;
    why.module = moduleReport(report, module);
    why.sourceCount = setting.sourceCount;
    why.framesOnStack = setting.framesOnStack
                            ? *setting.framesOnStack
                            : framesInModule(report, crashedThread(report), module);
    applyRules(why, {.frame = nullptr,
                     .module = why.module,
                     .isOffline = setting.isOffline,
                     .isStopped = setting.isStopped,
                     .isScript = why.module != nullptr && isScript(report)});
    addParameters(why);
    return why;
}

} // namespace faultline::insight
