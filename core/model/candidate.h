// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/base/skip_reason.h"
#include "core/model/object_features.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

// What became of the search for a file, as kinds and values. The words for them are made where they
// are shown: core/report/candidate_text.h and ui/bridge.

enum class DownloadStatus : std::uint8_t { Ok, Malformed, NoPermission, NotFound, Error };
enum class UseStatus : std::uint8_t { Ok, Malformed, Error };

std::string_view downloadStatusName(DownloadStatus status);
std::string_view useStatusName(UseStatus status);

/// Where the answer for a candidate came from.
enum class AnswerLayer : std::uint8_t {
    None,
    Memory,
    Disk,
    NegativeCache,
    Shared,
    Network,
    FileSystem,
    Skipped
};

std::string_view answerLayerName(AnswerLayer layer);

/// What kind of place a candidate is. A configured source may have any name.
enum class CandidateOrigin : std::uint8_t {
    Configured,      ///< A source of the configuration or of the request.
    BesideCrashFile, ///< The crash file's folder.
    Installed,       ///< The debug files that this system's packages installed.
    Located,         ///< A file that the user chose.
    RecordedPath,    ///< The path of one file, as the crash file or debug info records it.
    Artifacts,       ///< For scripts: what a server announced.
    LocalArtifacts,  ///< For scripts: files, folders and bundles of this machine.
    Web              ///< For scripts: the web, from which a script can be scraped.
};

std::string_view candidateOriginName(CandidateOrigin origin);

/// Is a found file the wanted one?
enum class IdentityVerdict : std::uint8_t { NotCompared, Fits, Unknown, WrongBuild };

std::string_view identityVerdictName(IdentityVerdict verdict);

/// What a verdict rests on; for Unknown, what would have told.
enum class IdentityEvidence : std::uint8_t {
    None,
    DebugId,
    CodeId,
    OtherIds, ///< Both have ids, but of different kinds.
    BuildId,  ///< Of a supplementary file.
    Checksum, ///< Of a file that a debug link names.
    SplitUnits,
    MapId,
    FirstPage,
    FirstPageOfFile, ///< The file has no first page to compare.
    DynamicSection,
    Data,
    LoadAddress,
    Told ///< `found` says it; from reports of an earlier Faultline.
};

std::string_view identityEvidenceName(IdentityEvidence evidence);

/// A verdict with its parameters: ids, checksums or addresses as text.
struct BuildIdentity
{
    IdentityVerdict verdict = IdentityVerdict::NotCompared;
    IdentityEvidence evidence = IdentityEvidence::None;
    std::string found;    ///< For WrongBuild; empty when the file has none.
    std::string expected; ///< For WrongBuild; empty when several would do.

    bool isWrongBuild() const { return verdict == IdentityVerdict::WrongBuild; }

    friend bool operator==(const BuildIdentity&, const BuildIdentity&) = default;
};

/// What became of a file, or of the question whether a place has it.
enum class OutcomeKind : std::uint8_t {
    None,    ///< The download's status and the identity say it all.
    Chosen,  ///< The user chose the file.
    NotUsed, ///< It was found, but is not used.
    Used,
    OtherBuild, ///< A mapping whose id is not wanted.
    Found,      ///< `file` names it unless the place does.
    FoundByName,
    FoundAmongSeveral, ///< A guess: several have the name.
    FoundAsOnlyMap,
    NotThere,
    NotListed,
    NoSuchName,
    Announced, ///< A server names `count` artifacts.
    Refused,   ///< The settings or a server forbid it; `failure` says how.
    Failed,    ///< `failure` says how.
    Skipped,   ///< `skip` says why.
    Told       ///< `file` says it; from reports of an earlier Faultline.
};

std::string_view outcomeKindName(OutcomeKind kind);

/// An outcome with its parameters.
struct Outcome
{
    OutcomeKind kind = OutcomeKind::None;
    std::string file;
    std::uint64_t count = 0;
    std::optional<Error> failure;
    std::optional<Skip> skip;

    static Outcome of(OutcomeKind kind, std::string file = {});
    static Outcome announced(std::uint64_t count);
    static Outcome failed(Error failure);
    static Outcome refused(Error failure);
    static Outcome skipped(Skip skip);

    /// Tells whether a file of a script was found.
    bool isFound() const;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// What became of a found file, for one purpose.
struct CandidateUse
{
    UseStatus status = UseStatus::Ok;
    std::optional<Error> failure; ///< For Malformed and Error.
};

/// One place where a module's file was searched (docs/spec/native.md §6.7). It holds the API's
/// fields and our own trace.
struct Candidate
{
    std::string source;   ///< Source id, or the name of another place.
    std::string location; ///< URI; empty when `hasNoPlace`.
    CandidateOrigin origin = CandidateOrigin::Configured;
    bool hasNoPlace = false; ///< The source has no place for such a file; `skips` says why.
    DownloadStatus download = DownloadStatus::NotFound;
    std::optional<Error> failure; ///< Why the download failed; absent for NotFound.
    ObjectFeatures features;      ///< For Ok.

    std::optional<CandidateUse> unwind;
    std::optional<CandidateUse> debug;

    // Fields of our own, never in the compatible part of an answer.
    std::uint32_t sequence = 0; ///< Order of trial within the module.
    std::string fileType;       ///< "elf_debug", …
    AnswerLayer layer = AnswerLayer::None;
    std::optional<std::uint32_t> httpStatus;
    std::uint32_t attempts = 0; ///< Requests that were made for it just now.
    /// How long a remembered failure counts. Absent for answers that were found out just now, and
    /// for failures that are remembered until the process ends.
    std::optional<std::uint64_t> failureExpiresInSeconds;
    std::uint64_t sizeBytes = 0;
    std::uint32_t durationMs = 0;
    BuildIdentity identity;
    std::vector<Skip> skips; ///< Why it has no place to search, or was not asked.
    Outcome outcome;
    bool isUnusedForUnwinding = false; ///< A file of another build serves names only.
    DebugId foundDebugId;              ///< For Ok; nil when the file has none.
    CodeId foundCodeId;
    std::optional<std::int64_t> failedAt; ///< Unix seconds of a remembered failure.
    std::optional<std::int64_t>
        blockedUntil; ///< Unix seconds; its host fails too often to be asked.
    /// It would only change names or lines of another file. The compatible part of an answer leaves
    /// it out (docs/spec/native.md §6.7).
    bool isNameMap = false;
};

} // namespace faultline
