// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/why_rules.h"

#include <algorithm>
#include <array>

namespace faultline::insight {

namespace {

bool anyCandidate(const WhyFacts& facts, bool (*fits)(const Candidate&))
{
    return facts.module && std::ranges::any_of(facts.module->candidates, fits);
}

bool isOk(const Candidate& candidate)
{
    return candidate.download == DownloadStatus::Ok;
}

/// Everyone has answered, and nobody has a file.
bool noneOk(const WhyFacts& facts)
{
    return facts.module && !facts.module->pending && !anyCandidate(facts, isOk);
}

bool debugIs(const WhyFacts& facts, ObjectFileStatus status)
{
    return facts.module && !facts.module->pending && facts.module->debugStatus == status;
}

bool isGuessed(const WhyFacts& facts)
{
    return facts.frame &&
           (facts.frame->trust == FrameTrust::Scan || facts.frame->trust == FrameTrust::CfiScan);
}

bool hasName(const WhyFacts& facts)
{
    if (facts.frame == nullptr)
        return false;
    const auto* native = facts.frame->asNative();
    return facts.frame->position.function || (native != nullptr && native->symbol);
}

/// A stopped look-up ends as "other", or stays open.
bool isStopped(const WhyFacts& facts)
{
    return facts.isStopped && facts.module &&
           (facts.module->pending || facts.module->debugStatus == ObjectFileStatus::Other);
}

bool isOffline(const WhyFacts& facts)
{
    return facts.isOffline &&
           (debugIs(facts, ObjectFileStatus::Missing) || debugIs(facts, ObjectFileStatus::Other)) &&
           anyCandidate(facts, [](const Candidate& c) { return c.layer == AnswerLayer::Skipped; });
}

bool isLowTrust(const WhyFacts& facts)
{
    return isGuessed(facts) && hasName(facts);
}

/// Only native frames have an address that a module could cover.
bool isWithoutModule(const WhyFacts& facts)
{
    return facts.frame && facts.frame->isNative() && !facts.frame->module &&
           facts.frame->status != FrameStatus::Symbolicated;
}

bool isUnknownImage(const WhyFacts& facts)
{
    return isWithoutModule(facts) && !facts.isText;
}

bool hasLine(const Frame& frame)
{
    const auto& reported = frame.asNative()->reported;
    return frame.position.line || (!reported.empty() && reported.front().line > 0);
}

/// A text that gives function and line leaves nothing to ask for.
bool hasNoModuleNamed(const WhyFacts& facts)
{
    return isWithoutModule(facts) && facts.isText && !hasLine(*facts.frame);
}

bool hasNoId(const WhyFacts& facts)
{
    return facts.module && debugIs(facts, ObjectFileStatus::Missing) &&
           !facts.module->module.codeId &&
           (!facts.module->module.debugId || facts.module->module.debugId->isNil());
}

bool isUnused(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Unused);
}

bool hasNoSources(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing) && facts.module->candidates.empty();
}

bool isRefused(const WhyFacts& facts)
{
    return noneOk(facts) && anyCandidate(facts, [](const Candidate& c) {
               return c.download == DownloadStatus::NoPermission;
           });
}

bool isHostBlocked(const WhyFacts& facts)
{
    return noneOk(facts) &&
           anyCandidate(facts, [](const Candidate& c) { return c.blockedUntil.has_value(); });
}

bool isTimeout(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Timeout);
}

bool isFetchFailed(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::FetchingFailed);
}

/// That places which nobody set up have nothing surprises nobody.
bool isMismatch(const WhyFacts& facts)
{
    const auto isWrong = [](const Candidate& c) { return c.identity.isWrongBuild(); };
    return debugIs(facts, ObjectFileStatus::Missing) && anyCandidate(facts, isWrong) &&
           std::ranges::all_of(facts.module->candidates, [&](const Candidate& c) {
               return isWrong(c) || c.origin != CandidateOrigin::Configured;
           });
}

bool isRememberedMiss(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing) && anyCandidate(facts, isRemembered) &&
           !anyCandidate(facts, [](const Candidate& c) {
               return c.layer == AnswerLayer::Network || c.layer == AnswerLayer::Shared;
           });
}

bool isMissing(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Missing);
}

bool isDamagedDownload(const WhyFacts& facts)
{
    return noneOk(facts) && anyCandidate(facts, [](const Candidate& c) {
               return c.download == DownloadStatus::Malformed;
           });
}

bool isDamaged(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Malformed);
}

bool isUnsupported(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Unsupported);
}

bool isOther(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Other);
}

bool isOfWrongBuild(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Found) && facts.module->wrongBuild.has_value();
}

bool hasNoDebugInfo(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Found) && !facts.module->features.hasDebugInfo;
}

bool hasSymbolTableOnly(const WhyFacts& facts)
{
    return hasNoDebugInfo(facts) && facts.module->features.hasSymbols;
}

bool hasNeitherNamesNorLines(const WhyFacts& facts)
{
    return hasNoDebugInfo(facts) && !facts.module->features.hasSymbols;
}

bool hasNoSymbol(const WhyFacts& facts)
{
    return debugIs(facts, ObjectFileStatus::Found) && facts.frame &&
           facts.frame->status == FrameStatus::MissingSymbol;
}

bool isFoundScript(const WhyFacts& facts)
{
    return anyCandidate(facts,
                        [](const Candidate& c) { return isOk(c) && c.fileType == "script"; });
}

bool isOfWeb(const Candidate& candidate)
{
    return candidate.origin == CandidateOrigin::Web;
}

bool isScriptOffline(const WhyFacts& facts)
{
    return facts.isOffline &&
           (isOther(facts) || (isMissing(facts) && anyCandidate(facts, isOfWeb)));
}

bool isScriptForbidden(const WhyFacts& facts)
{
    return !facts.isOffline && isOther(facts);
}

bool isScriptMissing(const WhyFacts& facts)
{
    return isMissing(facts) && !isScriptOffline(facts) && !isFoundScript(facts);
}

bool isMapMissing(const WhyFacts& facts)
{
    return isMissing(facts) && !isScriptOffline(facts) && isFoundScript(facts);
}

bool isUnreachable(const WhyFacts& facts)
{
    return isFetchFailed(facts) || isTimeout(facts);
}

/// A script without frames was not looked for.
bool isPlainScript(const WhyFacts& facts)
{
    return isUnused(facts) && facts.module->frameCount > 0;
}

constexpr std::array kGoOnline{Remedy::GoOnline, Remedy::LocateFile};
constexpr std::array kLocateAddRetry{Remedy::LocateFile, Remedy::AddSource, Remedy::Retry};
constexpr std::array kAddLocate{Remedy::AddSource, Remedy::LocateFile};
constexpr std::array kRetryLocate{Remedy::Retry, Remedy::LocateFile};
constexpr std::array kRetryLog{Remedy::Retry, Remedy::LocateFile, Remedy::ShowLog};
constexpr std::array kLocate{Remedy::LocateFile};
constexpr std::array kLocateAdd{Remedy::LocateFile, Remedy::AddSource};
constexpr std::array kLocateLog{Remedy::LocateFile, Remedy::ShowLog};
constexpr std::array kLog{Remedy::ShowLog};

constexpr WhyRule kRules[] = {
    {.code = WhyCode::Stopped, .applies = isStopped, .remedies = kRetryLocate},
    {.code = WhyCode::Offline, .applies = isOffline, .remedies = kGoOnline},
    {.code = WhyCode::UnknownImage, .applies = isUnknownImage, .remedies = {}},
    {.code = WhyCode::NoModuleNamed, .applies = hasNoModuleNamed, .remedies = {}},
    {.code = WhyCode::NoId, .applies = hasNoId, .remedies = kLocate},
    {.code = WhyCode::Unused, .applies = isUnused, .remedies = kLocate},
    {.code = WhyCode::NoSources, .applies = hasNoSources, .remedies = kAddLocate},
    {.code = WhyCode::NoPermission, .applies = isRefused, .remedies = kRetryLog},
    {.code = WhyCode::HostBlocked, .applies = isHostBlocked, .remedies = kLocateLog},
    {.code = WhyCode::FetchFailed, .applies = isFetchFailed, .remedies = kRetryLog},
    {.code = WhyCode::Timeout, .applies = isTimeout, .remedies = kRetryLocate},
    {.code = WhyCode::MalformedDownload, .applies = isDamagedDownload, .remedies = kRetryLocate},
    {.code = WhyCode::IdMismatch, .applies = isMismatch, .remedies = kLocateAddRetry},
    {.code = WhyCode::CachedMiss, .applies = isRememberedMiss, .remedies = kRetryLocate},
    {.code = WhyCode::Missing, .applies = isMissing, .remedies = kLocateAddRetry},
    {.code = WhyCode::MalformedUse, .applies = isDamaged, .remedies = kRetryLocate},
    {.code = WhyCode::Unsupported, .applies = isUnsupported, .remedies = kLocate},
    {.code = WhyCode::CouldNotBeUsed, .applies = isOther, .remedies = kRetryLog},
    {.code = WhyCode::WrongBuild, .applies = isOfWrongBuild, .remedies = kLocateAddRetry},
    {.code = WhyCode::SymbolTableOnly, .applies = hasSymbolTableOnly, .remedies = kLocateAdd},
    {.code = WhyCode::NoDebugInfo, .applies = hasNeitherNamesNorLines, .remedies = kLocateAdd},
    {.code = WhyCode::MissingSymbol, .applies = hasNoSymbol, .remedies = kLocate},
    {.code = WhyCode::LowTrust, .applies = isLowTrust, .remedies = kLog},
};

constexpr WhyRule kScriptRules[] = {
    {.code = WhyCode::Stopped, .applies = isStopped, .remedies = kRetryLocate},
    {.code = WhyCode::Offline, .applies = isScriptOffline, .remedies = kGoOnline},
    {.code = WhyCode::ScriptMissing, .applies = isScriptMissing, .remedies = kLocateAddRetry},
    {.code = WhyCode::MapMissing, .applies = isMapMissing, .remedies = kLocateAddRetry},
    {.code = WhyCode::ScriptUnreachable, .applies = isUnreachable, .remedies = kRetryLog},
    {.code = WhyCode::ScriptNotAllowed, .applies = isScriptForbidden, .remedies = kLocateAdd},
    {.code = WhyCode::MapDamaged, .applies = isDamaged, .remedies = kLocateAdd},
    {.code = WhyCode::MapNotNamed, .applies = isPlainScript, .remedies = kLocateAdd},
    {.code = WhyCode::PositionNotMapped, .applies = hasNoSymbol, .remedies = kLocate},
};

} // namespace

bool isRemembered(const Candidate& candidate)
{
    return candidate.layer == AnswerLayer::NegativeCache &&
           !candidate.location.starts_with("file:");
}

std::span<const WhyRule> scriptWhyRules()
{
    return kScriptRules;
}

std::span<const WhyRule> whyRules()
{
    return kRules;
}

} // namespace faultline::insight
