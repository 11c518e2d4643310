// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/version1_fields.h"

#include "core/model/place_names.h"

#include <algorithm>
#include <array>

namespace faultline::codec {

namespace {

struct Lead
{
    std::string_view words;
    ErrorKind kind;
};

/// How Error::describe() began when version 1 was written.
constexpr std::array kLeads{
    Lead{"download timed out after ", ErrorKind::Timeout},
    Lead{"download failed: ", ErrorKind::DownloadFailed},
    Lead{"permission denied: ", ErrorKind::PermissionDenied},
    Lead{"malformed: ", ErrorKind::Malformed},
    Lead{"unsupported: ", ErrorKind::Unsupported},
};

struct PlaceName
{
    std::string_view name;
    CandidateOrigin origin;
};

constexpr std::array kPlaceNames{
    PlaceName{kBesideCrashFile, CandidateOrigin::BesideCrashFile},
    PlaceName{kInstalledDebugFiles, CandidateOrigin::Installed},
    PlaceName{kLocatedFile, CandidateOrigin::Located},
    PlaceName{kChosenMapping, CandidateOrigin::Located},
    PlaceName{kRecordedPath, CandidateOrigin::RecordedPath},
    PlaceName{kWebScraping, CandidateOrigin::Web},
};

/// Version 1 has the words of an error. Only those of a cancelled one have no lead.
Error errorOf(std::string words)
{
    for (const auto& [lead, kind] : kLeads) {
        if (words.starts_with(lead))
            return {.kind = kind, .detail = words.substr(lead.size())};
    }
    if (words == Error{.kind = ErrorKind::Internal, .detail = {}}.describe())
        return {.kind = ErrorKind::Internal, .detail = {}};
    return {.kind = ErrorKind::Cancelled, .detail = std::move(words)};
}

std::optional<Error> failureOf(const CandidateOfVersion1& former)
{
    switch (former.download) {
    case DownloadStatus::Ok:
    case DownloadStatus::NotFound: return std::nullopt;
    case DownloadStatus::Malformed:
        return Error{.kind = ErrorKind::Malformed, .detail = former.downloadDetails};
    case DownloadStatus::NoPermission:
        return Error{.kind = ErrorKind::PermissionDenied, .detail = former.downloadDetails};
    case DownloadStatus::Error: break;
    }
    const bool isForIdentity =
        !former.identityNote.empty() && former.downloadDetails == former.identityNote;
    return isForIdentity ? std::nullopt : std::optional(errorOf(former.downloadDetails));
}

std::optional<CandidateUse> useOf(const std::optional<UseOfVersion1>& former)
{
    if (!former)
        return std::nullopt;
    switch (former->status) {
    case UseStatus::Ok: return CandidateUse();
    case UseStatus::Malformed:
        return CandidateUse{.status = UseStatus::Malformed,
                            .failure =
                                Error{.kind = ErrorKind::Malformed, .detail = former->details}};
    case UseStatus::Error: break;
    }
    const bool isGone = former->details == "Object file no longer available";
    return CandidateUse{.status = UseStatus::Error,
                        .failure = isGone ? Error{.kind = ErrorKind::NotFound, .detail = {}}
                                          : errorOf(former->details)};
}

std::optional<BuildIdentity> identityOf(const std::string& words)
{
    if (words.empty())
        return std::nullopt;
    return BuildIdentity{.verdict = IdentityVerdict::WrongBuild,
                         .evidence = IdentityEvidence::Told,
                         .found = words,
                         .expected = {}};
}

void setPlace(Candidate& candidate, CandidateOfVersion1& former)
{
    const auto* place = std::ranges::find(kPlaceNames, former.source, &PlaceName::name);
    if (place != kPlaceNames.end())
        candidate.origin = place->origin;
    candidate.source = std::move(former.source);
    candidate.hasNoPlace = former.location == "No object files listed on this source";
    if (!candidate.hasNoPlace)
        candidate.location = std::move(former.location);
}

Candidate upgraded(CandidateOfVersion1 former)
{
    Candidate candidate;
    setPlace(candidate, former);
    candidate.download = former.download;
    candidate.failure = failureOf(former);
    candidate.features = former.features;
    candidate.unwind = useOf(former.unwind);
    candidate.debug = useOf(former.debug);
    candidate.sequence = former.sequence;
    candidate.fileType = std::move(former.fileType);
    candidate.layer = former.layer;
    candidate.httpStatus = former.httpStatus;
    candidate.attempts = former.attempts;
    candidate.failureExpiresInSeconds = former.failureExpiresInSeconds;
    candidate.sizeBytes = former.sizeBytes;
    candidate.durationMs = former.durationMs;
    candidate.identity = identityOf(former.identityNote).value_or(BuildIdentity());
    if (!former.skipReason.empty()) {
        candidate.skips.push_back(skipped(SkipReason::Told));
        candidate.skips.back().text = former.skipReason;
    }
    // Mappings had the reason twice.
    if (!former.useNote.empty() && former.useNote != former.skipReason)
        candidate.outcome = Outcome::of(OutcomeKind::Told, std::move(former.useNote));
    candidate.foundDebugId = former.foundDebugId;
    candidate.foundCodeId = std::move(former.foundCodeId);
    candidate.failedAt = former.failedAt;
    candidate.blockedUntil = former.blockedUntil;
    candidate.isNameMap = former.isNameMap;
    return candidate;
}

} // namespace

ModuleReport upgraded(ModuleReportOfVersion1 former)
{
    ModuleReport report;
    report.module = std::move(former.module);
    report.requestIndex = former.requestIndex;
    report.debugStatus = former.debugStatus;
    report.unwindStatus = former.unwindStatus;
    report.debugDetails = std::move(former.debugDetails);
    report.unwindDetails = std::move(former.unwindDetails);
    report.features = former.features;
    report.arch = former.arch;
    report.candidates.reserve(former.candidates.size());
    for (auto& candidate : former.candidates)
        report.candidates.push_back(upgraded(std::move(candidate)));
    report.frameCount = former.frameCount;
    report.wrongBuild = identityOf(former.wrongBuild);
    report.pending = former.pending;
    report.notes = std::move(former.notes);
    // A note said so too; renderers now make it.
    if (report.wrongBuild)
        std::erase(report.notes, "symbols are of a " + report.wrongBuild->found);
    return report;
}

} // namespace faultline::codec
