// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/lookup/candidates.h"

#include <algorithm>
#include <tuple>

namespace faultline::symbolicate {

namespace {

auto orderOf(const Candidate& candidate)
{
    return std::tie(candidate.source, candidate.location);
}

/// Ids that fit need no words, and neither does a file that nothing was compared with.
bool saysNothingOfUse(const Candidate& candidate)
{
    const auto& [verdict, evidence, found, expected] = candidate.identity;
    const bool isByMemory = evidence == IdentityEvidence::FirstPage ||
                            evidence == IdentityEvidence::DynamicSection ||
                            evidence == IdentityEvidence::Data;
    return candidate.outcome.kind == OutcomeKind::None && !candidate.isUnusedForUnwinding &&
           !(verdict == IdentityVerdict::Fits && isByMemory);
}

/// The look-up for one purpose says of a file what that for the other one leaves open.
void takeUse(Candidate& newer, Candidate& known)
{
    newer.outcome = std::move(known.outcome);
    newer.isUnusedForUnwinding = known.isUnusedForUnwinding;
    if (!newer.identity.isWrongBuild() && !known.identity.isWrongBuild())
        newer.identity = std::move(known.identity);
}

void update(Candidate& known, Candidate&& newer)
{
    auto unwind = newer.unwind ? std::move(newer.unwind) : std::move(known.unwind);
    auto debug = newer.debug ? std::move(newer.debug) : std::move(known.debug);
    const auto sequence = std::min(known.sequence, newer.sequence);
    newer.isNameMap = newer.isNameMap && known.isNameMap;
    // The look-up for the second purpose finds what the first one left: the file, or its failure.
    // The first one's trace tells where it came from.
    const bool isRepeated =
        newer.layer == AnswerLayer::Memory || newer.layer == AnswerLayer::NegativeCache;
    if (isRepeated && known.layer != AnswerLayer::None) {
        newer.layer = known.layer;
        newer.httpStatus = known.httpStatus;
        newer.attempts = known.attempts;
        newer.durationMs = known.durationMs;
        newer.failureExpiresInSeconds = known.failureExpiresInSeconds;
        newer.failedAt = known.failedAt;
        newer.blockedUntil = known.blockedUntil;
    }
    if (saysNothingOfUse(newer))
        takeUse(newer, known);
    else if (newer.outcome == known.outcome)
        newer.isUnusedForUnwinding |= known.isUnusedForUnwinding;
    known = std::move(newer);
    known.unwind = std::move(unwind);
    known.debug = std::move(debug);
    known.sequence = sequence;
}

std::int64_t unixSeconds(std::chrono::system_clock::time_point time)
{
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

} // namespace

AnswerLayer layerOf(const cache::CacheTrace& trace, const sources::RemoteFile& file)
{
    const bool isFresh = trace.layer == cache::CacheLayer::Computed;
    switch (isFresh ? trace.inputLayer.value_or(trace.layer) : trace.layer) {
    case cache::CacheLayer::Memory: return AnswerLayer::Memory;
    case cache::CacheLayer::Disk:
    case cache::CacheLayer::DiskFallback: return AnswerLayer::Disk;
    case cache::CacheLayer::Shared: return AnswerLayer::Shared;
    case cache::CacheLayer::Negative: return AnswerLayer::NegativeCache;
    case cache::CacheLayer::InPlace: return AnswerLayer::FileSystem;
    case cache::CacheLayer::Computed:
    case cache::CacheLayer::Downloaded:
        return file.localPath() ? AnswerLayer::FileSystem : AnswerLayer::Network;
    }
    return AnswerLayer::None;
}

void setTrace(Candidate& candidate, const cache::CacheTrace& trace)
{
    // A failure that never expires has a deadline at the end of time.
    constexpr std::chrono::seconds kLongest = std::chrono::years(10);
    candidate.httpStatus = trace.httpStatus;
    candidate.attempts = trace.attempts;
    candidate.durationMs = static_cast<std::uint32_t>(trace.duration.count());
    if (trace.failureExpiresIn && *trace.failureExpiresIn < kLongest)
        candidate.failureExpiresInSeconds =
            static_cast<std::uint64_t>(std::max<std::int64_t>(trace.failureExpiresIn->count(), 0));
    if (trace.failedAt)
        candidate.failedAt = unixSeconds(*trace.failedAt);
    if (trace.blockedFor)
        candidate.blockedUntil = unixSeconds(std::chrono::system_clock::now() + *trace.blockedFor);
}

CandidateOrigin candidateOrigin(const sources::SourceConfig& source)
{
    switch (source.origin) {
    case sources::SourceOrigin::Configured:
    case sources::SourceOrigin::BuiltIn: break;
    case sources::SourceOrigin::ChosenFile: return CandidateOrigin::Located;
    case sources::SourceOrigin::RecordedPath: return CandidateOrigin::RecordedPath;
    case sources::SourceOrigin::BesideCrashFile: return CandidateOrigin::BesideCrashFile;
    case sources::SourceOrigin::Installed: return CandidateOrigin::Installed;
    }
    return CandidateOrigin::Configured;
}

void setDownloadError(Candidate& candidate, const Error& error)
{
    candidate.failure = error;
    switch (broadKind(error.kind)) {
    case ErrorKind::NotFound:
        candidate.download = DownloadStatus::NotFound;
        candidate.failure.reset();
        return;
    case ErrorKind::Malformed: candidate.download = DownloadStatus::Malformed; return;
    case ErrorKind::PermissionDenied: candidate.download = DownloadStatus::NoPermission; return;
    default: candidate.download = DownloadStatus::Error; return;
    }
}

void setOutcome(Candidate& candidate, const Outcome& outcome)
{
    candidate.download = outcome.isFound() ? DownloadStatus::Ok : DownloadStatus::NotFound;
    if (outcome.failure)
        setDownloadError(candidate, *outcome.failure);
    if (outcome.skip)
        candidate.skips.push_back(*outcome.skip);
    else
        candidate.outcome = outcome;
}

std::optional<CandidateUse> useOfSelected(const std::optional<Error>& error,
                                          bool candidateItselfFailed)
{
    if (!error)
        return CandidateUse();
    const auto kind = broadKind(error->kind);
    const bool downloadSaysIt = kind == ErrorKind::NotFound ||
                                kind == ErrorKind::PermissionDenied || kind == ErrorKind::Timeout ||
                                kind == ErrorKind::DownloadFailed;
    if (candidateItselfFailed)
        return downloadSaysIt
                   ? std::nullopt
                   : std::optional(CandidateUse{.status = UseStatus::Malformed, .failure = {}});
    return CandidateUse{.status =
                            kind == ErrorKind::Malformed ? UseStatus::Malformed : UseStatus::Error,
                        .failure = error};
}

ObjectFileStatus statusOfError(const Error& error)
{
    switch (broadKind(error.kind)) {
    case ErrorKind::NotFound: return ObjectFileStatus::Missing;
    case ErrorKind::PermissionDenied:
    case ErrorKind::DownloadFailed: return ObjectFileStatus::FetchingFailed;
    case ErrorKind::Timeout: return ObjectFileStatus::Timeout;
    case ErrorKind::Malformed: return ObjectFileStatus::Malformed;
    case ErrorKind::Unsupported: return ObjectFileStatus::Unsupported;
    default: return ObjectFileStatus::Other;
    }
}

void CandidateList::merge(std::vector<Candidate> more)
{
    for (auto& candidate : more) {
        const auto at = std::ranges::lower_bound(m_candidates, orderOf(candidate), {}, orderOf);
        if (at != m_candidates.end() && orderOf(*at) == orderOf(candidate))
            update(*at, std::move(candidate));
        else
            m_candidates.insert(at, std::move(candidate));
    }
}

} // namespace faultline::symbolicate
