// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/candidate.h"
#include "core/model/script_event.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::js {

/// Problems of a frame. Problems are sorted in the order of the enumerators
/// (docs/spec/javascript.md §1.4).
enum class ScriptProblemKind : std::uint8_t {
    InvalidLocation,
    InvalidAbsPath,
    NoColumn,
    MissingSourceContent,
    MissingSource,
    MalformedSourcemap,
    MissingSourcemap,
    InvalidBase64Sourcemap,
    ScrapingDisabled
};

/// Returns the name in JSON, such as "invalid_location".
std::string_view scriptProblemName(ScriptProblemKind kind);

struct ScriptProblem
{
    std::string absPath;
    ScriptProblemKind kind = ScriptProblemKind::MissingSource;
    std::uint32_t line = 0;              ///< For InvalidLocation.
    std::optional<std::uint32_t> column; ///< For InvalidLocation.
    std::string source;                  ///< For MissingSourceContent: the URL that was tried.
    std::string sourceMap;               ///< For MissingSourceContent and MalformedSourcemap.

    friend auto operator<=>(const ScriptProblem&, const ScriptProblem&) = default;
};

enum class ScrapingStatus : std::uint8_t { NotAttempted, Success, Failure };
enum class ScrapingFailure : std::uint8_t {
    NotFound,
    Disabled,
    InvalidHost,
    PermissionDenied,
    Timeout,
    DownloadError,
    Other
};

/// Returns the name in JSON, such as "not_found".
std::string_view scrapingFailureName(ScrapingFailure reason);

/// The outcome for a file that could be fetched from the web.
struct ScrapingAttempt
{
    std::string url;
    ScrapingStatus status = ScrapingStatus::NotAttempted;
    ScrapingFailure reason = ScrapingFailure::Other; ///< For Failure.
    std::string details;
};

/// One place where a file of a script was looked for.
struct ScriptCandidate
{
    std::string script; ///< The script for which the file was looked for; empty when there is none.
    ScriptFileKey key;
    CandidateOrigin origin = CandidateOrigin::Artifacts;
    std::string place; ///< "debug id in bundle sentry://…", "web-scraping", …
    Outcome outcome;
};

/// The outcome of a look-up that found its file or failed.
template <class T>
Outcome outcomeOf(const Result<T>& found)
{
    return found ? Outcome::of(OutcomeKind::Found) : Outcome::failed(found.error());
}

/// The outcome for a script that frames lie in.
struct ScriptState
{
    enum class Kind : std::uint8_t {
        Mapped,
        Plain, ///< The script names no map, and no debug id is known. It is shown as it runs.
        MissingScript,
        MissingMap,
        Unreachable, ///< The download of the script or the map failed.
        Late,        ///< It took too long.
        NotAllowed,  ///< The settings or a server forbid it.
        DamagedMap
    } kind = Kind::Plain;
    std::string details; ///< Names the map, or says why there is none, for users.
};

/// The bodies that a tool inlined into functions of one stack, innermost first, by the index of the
/// function's frame. Maps with scopes tell them.
using InlinedFrames = std::map<std::size_t, std::vector<ScriptStackFrame>>;

/// The answer to a script event.
struct ScriptReport
{
    std::vector<ScriptStack> stacks;     ///< The symbolicated stacks, in the order of the input.
    std::vector<InlinedFrames> inlined;  ///< One entry for each of `stacks`.
    std::vector<ScriptStack> rawStacks;  ///< The stacks of the input, with minified context.
    std::vector<ScriptProblem> problems; ///< Sorted and without duplicates.
    std::vector<ScrapingAttempt> scrapingAttempts; ///< Sorted by URL.
    std::vector<ScriptCandidate> candidates;
    std::map<std::string, ScriptState> scripts; ///< By `abs_path`.
};

} // namespace faultline::js
