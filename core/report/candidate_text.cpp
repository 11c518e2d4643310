// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/candidate_text.h"

#include "core/base/result.h"

namespace faultline::report {

namespace {

std::string joined(std::string words, const std::string& more)
{
    if (!words.empty() && !more.empty())
        words += ", ";
    return words + more;
}

std::string partNames(const std::vector<LookupPart>& parts)
{
    std::string names;
    for (const auto part : parts)
        names = joined(std::move(names), std::string(lookupPartName(part)));
    return names;
}

/// The text of a cancelled one distinguishes a network that is off from a user who cancelled.
std::string wordsOf(const Error& error)
{
    return error.kind == ErrorKind::Cancelled ? error.explain() : error.describe();
}

std::string wordsOf(const std::optional<Error>& error)
{
    return error ? wordsOf(*error) : std::string();
}

std::string insteadOf(std::string_view what, const BuildIdentity& identity)
{
    return concat(what, identity.found, " instead of ", identity.expected);
}

std::string mapIdWords(const BuildIdentity& identity)
{
    if (identity.expected.empty())
        return concat("found map id ",
                      identity.found.empty() ? "none" : std::string_view(identity.found));
    return concat("the trace names map id ", identity.expected, ", the file has ", identity.found);
}

/// How a file shows that it is of another build.
std::string contradiction(const BuildIdentity& identity)
{
    switch (identity.evidence) {
    case IdentityEvidence::DebugId: return insteadOf("debug id ", identity);
    case IdentityEvidence::CodeId: return insteadOf("code id ", identity);
    case IdentityEvidence::BuildId: return insteadOf("id ", identity);
    case IdentityEvidence::Checksum: return insteadOf("checksum ", identity);
    case IdentityEvidence::MapId: return mapIdWords(identity);
    case IdentityEvidence::FirstPage: return "its first page is not that in the dump's memory";
    case IdentityEvidence::DynamicSection:
        return "its dynamic section is not that in the dump's memory";
    case IdentityEvidence::Data: return "its data are not those in the dump's memory";
    case IdentityEvidence::LoadAddress:
        return concat("linked at ", identity.found, ", but loaded at ", identity.expected);
    case IdentityEvidence::None:
    case IdentityEvidence::OtherIds:
    case IdentityEvidence::SplitUnits:
    case IdentityEvidence::FirstPageOfFile:
    case IdentityEvidence::Told: break;
    }
    return {};
}

/// What a file that is the module's is known by, unless by its ids.
std::string recognition(IdentityEvidence evidence)
{
    switch (evidence) {
    case IdentityEvidence::FirstPage: return "identified by its first page in the dump's memory";
    case IdentityEvidence::DynamicSection:
        return "identified by its dynamic section in the dump's memory";
    case IdentityEvidence::Data: return "identified by its data in the dump's memory";
    default: return {};
    }
}

/// Why nobody knows whether the file is the module's.
std::string doubt(IdentityEvidence evidence)
{
    switch (evidence) {
    case IdentityEvidence::OtherIds: return "its ids are of another kind than the module's";
    case IdentityEvidence::FirstPage:
        return "the dump has neither an id of the module nor its first page";
    case IdentityEvidence::FirstPageOfFile:
        return "the dump has no id of the module, and the file no first page to compare";
    case IdentityEvidence::DynamicSection:
        return "the dump has neither an id of the module nor its first "
               "page or its dynamic section; --module names its file";
    case IdentityEvidence::Data:
        return "the dump has neither an id of the module nor its first page or its data; --module "
               "names its file";
    default: return {};
    }
}

std::string notUsedWords(const BuildIdentity& identity)
{
    const auto why =
        identity.verdict == IdentityVerdict::Unknown ? doubt(identity.evidence) : std::string();
    return why.empty() ? "not used" : concat("not used: ", why);
}

/// What the outcome adds to the download's status.
std::string outcomeOfUse(const Candidate& candidate)
{
    switch (candidate.outcome.kind) {
    case OutcomeKind::None:
        return candidate.identity.verdict == IdentityVerdict::Fits
                   ? recognition(candidate.identity.evidence)
                   : std::string();
    case OutcomeKind::NotUsed: return notUsedWords(candidate.identity);
    case OutcomeKind::NotThere:
    case OutcomeKind::Refused: return {};
    case OutcomeKind::Failed: // The status says the rest.
        return candidate.download == DownloadStatus::Malformed ? outcomeWords(candidate.outcome)
                                                               : std::string();
    default: return outcomeWords(candidate.outcome);
    }
}

std::string foundWords(const Outcome& outcome, std::string_view how)
{
    return concat("found", outcome.file.empty() ? "" : " ", outcome.file, how);
}

} // namespace

std::string locationWords(const Candidate& candidate)
{
    return candidate.hasNoPlace ? "No object files listed on this source" : candidate.location;
}

std::string failureWords(const Candidate& candidate)
{
    if (!candidate.failure)
        return candidate.download == DownloadStatus::Error ? identityWords(candidate.identity)
                                                           : std::string();
    switch (broadKind(candidate.failure->kind)) {
    case ErrorKind::Malformed:
    case ErrorKind::PermissionDenied: return candidate.failure->detail;
    default: return wordsOf(candidate.failure);
    }
}

std::string useFailureWords(const CandidateUse& use)
{
    if (!use.failure)
        return {};
    switch (broadKind(use.failure->kind)) {
    case ErrorKind::NotFound: return "Object file no longer available";
    case ErrorKind::Malformed: return use.failure->detail;
    default: return use.failure->describe();
    }
}

std::string identityWords(const BuildIdentity& identity)
{
    if (!identity.isWrongBuild())
        return {};
    if (identity.evidence == IdentityEvidence::SplitUnits)
        return "no split debug info";
    if (identity.evidence == IdentityEvidence::Told)
        return identity.found;
    return concat("wrong build: ", contradiction(identity));
}

std::string wrongBuildWords(const BuildIdentity& identity)
{
    return identity.evidence == IdentityEvidence::MapId ? mapIdWords(identity)
                                                        : identityWords(identity);
}

std::string skipWords(const Skip& skip)
{
    switch (skip.reason) {
    case SkipReason::ServedLocally: return "not asked, because a file on this machine serves";
    case SkipReason::ChecksumRequired: return "checksum required";
    case SkipReason::FileTypeFilter: return "filetype filter";
    case SkipReason::PathPattern: return "path pattern";
    case SkipReason::PartsMissing: return concat("id missing: ", partNames(skip.missing));
    case SkipReason::PartsUnusable: return "id or file name unusable";
    case SkipReason::NoSuchFileType: return "layout has no such type";
    case SkipReason::NotInFolder: return "not in folder";
    case SkipReason::NotInIndex: return "not in index";
    case SkipReason::NotInListing: return "not in listing";
    case SkipReason::ListingNotAsked: return "listing not asked for";
    case SkipReason::ListingFailed: return concat("listing failed: ", wordsOf(skip.failure));
    case SkipReason::IndexUnavailable:
        return concat("index unavailable: ", skip.failure ? skip.failure->describe() : "");
    case SkipReason::NoMapping: return "no mapping file in it";
    case SkipReason::SeveralMappings:
        return "one of several mappings here, and the trace has no id that tells which";
    case SkipReason::SameContent: return "an earlier mapping has the same content";
    case SkipReason::OtherFileChosen: return "another file was chosen";
    case SkipReason::ScrapingOff: return "Scraping disabled";
    case SkipReason::NoUrl: return "not a url";
    case SkipReason::NoWebUrl: return concat("`", skip.text, "` is not an allowed download scheme");
    case SkipReason::Told: break;
    }
    return skip.text;
}

std::string skipWords(const Candidate& candidate)
{
    std::string words;
    for (const auto& skip : candidate.skips)
        words = joined(std::move(words), skipWords(skip));
    return words;
}

std::string useWords(const Candidate& candidate)
{
    return joined(outcomeOfUse(candidate),
                  candidate.isUnusedForUnwinding ? "not used for unwinding" : "");
}

std::string outcomeWords(const Outcome& outcome)
{
    switch (outcome.kind) {
    case OutcomeKind::None: break;
    case OutcomeKind::Chosen: return "chosen by the user";
    case OutcomeKind::NotUsed: return "not used";
    case OutcomeKind::Used: return "used";
    case OutcomeKind::OtherBuild: return "the mapping of another build";
    case OutcomeKind::Found: return foundWords(outcome, "");
    case OutcomeKind::FoundByName:
        return outcome.file.empty() ? "found by its name" : foundWords(outcome, ", by its name");
    case OutcomeKind::FoundAmongSeveral:
        return foundWords(outcome, ", a guess: several have the name");
    case OutcomeKind::FoundAsOnlyMap: return "found, taken because it is the only one";
    case OutcomeKind::NotThere: return "not found";
    case OutcomeKind::NotListed: return "not listed";
    case OutcomeKind::NoSuchName: return "no file of this name";
    case OutcomeKind::Announced: return concat(outcome.count, " artifacts announced");
    case OutcomeKind::Refused: return outcome.failure ? outcome.failure->detail : std::string();
    case OutcomeKind::Failed: return outcome.failure ? outcome.failure->describe() : std::string();
    case OutcomeKind::Skipped: return outcome.skip ? skipWords(*outcome.skip) : std::string();
    case OutcomeKind::Told: return outcome.file;
    }
    return {};
}

std::vector<std::string> moduleNotes(const ModuleReport& report)
{
    std::vector<std::string> notes;
    if (report.wrongBuild && report.wrongBuild->evidence != IdentityEvidence::MapId)
        notes.push_back(concat("symbols are of a ", wrongBuildWords(*report.wrongBuild)));
    notes.insert(notes.end(), report.notes.begin(), report.notes.end());
    return notes;
}

} // namespace faultline::report
