// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/candidate.h"

namespace faultline {

std::string_view downloadStatusName(DownloadStatus status)
{
    switch (status) {
    case DownloadStatus::Ok: return "ok";
    case DownloadStatus::Malformed: return "malformed";
    case DownloadStatus::NoPermission: return "noperm";
    case DownloadStatus::NotFound: return "notfound";
    case DownloadStatus::Error: return "error";
    }
    return "error";
}

std::string_view useStatusName(UseStatus status)
{
    switch (status) {
    case UseStatus::Ok: return "ok";
    case UseStatus::Malformed: return "malformed";
    case UseStatus::Error: return "error";
    }
    return "error";
}

std::string_view answerLayerName(AnswerLayer layer)
{
    switch (layer) {
    case AnswerLayer::None: return "none";
    case AnswerLayer::Memory: return "memory";
    case AnswerLayer::Disk: return "disk cache";
    case AnswerLayer::NegativeCache: return "negative cache";
    case AnswerLayer::Shared: return "shared cache";
    case AnswerLayer::Network: return "network";
    case AnswerLayer::FileSystem: return "file system";
    case AnswerLayer::Skipped: return "skipped";
    }
    return "none";
}

std::string_view candidateOriginName(CandidateOrigin origin)
{
    switch (origin) {
    case CandidateOrigin::Configured: return "configured";
    case CandidateOrigin::BesideCrashFile: return "beside_crash_file";
    case CandidateOrigin::Installed: return "installed";
    case CandidateOrigin::Located: return "located";
    case CandidateOrigin::RecordedPath: return "recorded_path";
    case CandidateOrigin::Artifacts: return "artifacts";
    case CandidateOrigin::LocalArtifacts: return "local_artifacts";
    case CandidateOrigin::Web: break;
    }
    return "web";
}

std::string_view identityVerdictName(IdentityVerdict verdict)
{
    switch (verdict) {
    case IdentityVerdict::NotCompared: return "not_compared";
    case IdentityVerdict::Fits: return "fits";
    case IdentityVerdict::Unknown: return "unknown";
    case IdentityVerdict::WrongBuild: break;
    }
    return "wrong_build";
}

std::string_view identityEvidenceName(IdentityEvidence evidence)
{
    switch (evidence) {
    case IdentityEvidence::None: return "none";
    case IdentityEvidence::DebugId: return "debug_id";
    case IdentityEvidence::CodeId: return "code_id";
    case IdentityEvidence::OtherIds: return "other_ids";
    case IdentityEvidence::BuildId: return "build_id";
    case IdentityEvidence::Checksum: return "checksum";
    case IdentityEvidence::SplitUnits: return "split_units";
    case IdentityEvidence::MapId: return "map_id";
    case IdentityEvidence::FirstPage: return "first_page";
    case IdentityEvidence::FirstPageOfFile: return "first_page_of_file";
    case IdentityEvidence::DynamicSection: return "dynamic_section";
    case IdentityEvidence::Data: return "data";
    case IdentityEvidence::LoadAddress: return "load_address";
    case IdentityEvidence::Told: break;
    }
    return "told";
}

std::string_view outcomeKindName(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::None: return "none";
    case OutcomeKind::Chosen: return "chosen";
    case OutcomeKind::NotUsed: return "not_used";
    case OutcomeKind::Used: return "used";
    case OutcomeKind::OtherBuild: return "other_build";
    case OutcomeKind::Found: return "found";
    case OutcomeKind::FoundByName: return "found_by_name";
    case OutcomeKind::FoundAmongSeveral: return "found_among_several";
    case OutcomeKind::FoundAsOnlyMap: return "found_as_only_map";
    case OutcomeKind::NotThere: return "not_there";
    case OutcomeKind::NotListed: return "not_listed";
    case OutcomeKind::NoSuchName: return "no_such_name";
    case OutcomeKind::Announced: return "announced";
    case OutcomeKind::Refused: return "refused";
    case OutcomeKind::Failed: return "failed";
    case OutcomeKind::Skipped: return "skipped";
    case OutcomeKind::Told: break;
    }
    return "told";
}

Outcome Outcome::of(OutcomeKind kind, std::string file)
{
    Outcome outcome;
    outcome.kind = kind;
    outcome.file = std::move(file);
    return outcome;
}

Outcome Outcome::announced(std::uint64_t count)
{
    auto outcome = of(OutcomeKind::Announced);
    outcome.count = count;
    return outcome;
}

Outcome Outcome::failed(Error failure)
{
    auto outcome = of(OutcomeKind::Failed);
    outcome.failure = std::move(failure);
    return outcome;
}

Outcome Outcome::refused(Error failure)
{
    auto outcome = of(OutcomeKind::Refused);
    outcome.failure = std::move(failure);
    return outcome;
}

Outcome Outcome::skipped(Skip skip)
{
    auto outcome = of(OutcomeKind::Skipped);
    outcome.skip = std::move(skip);
    return outcome;
}

bool Outcome::isFound() const
{
    switch (kind) {
    case OutcomeKind::Found:
    case OutcomeKind::FoundByName:
    case OutcomeKind::FoundAmongSeveral:
    case OutcomeKind::FoundAsOnlyMap: return true;
    default: return false;
    }
}

} // namespace faultline
