#pragma once

#include "core/model/script_event.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::js {

/// What stood in the way of a frame; declared in the order in which they are sorted
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

/// "invalid_location", …
std::string_view scriptProblemName(ScriptProblemKind kind);

struct ScriptProblem
{
    std::string absPath;
    ScriptProblemKind kind = ScriptProblemKind::MissingSource;
    std::uint32_t line = 0;              ///< Of InvalidLocation.
    std::optional<std::uint32_t> column; ///< Of InvalidLocation.
    std::string source;                  ///< Of MissingSourceContent: the URL that was tried.
    std::string sourceMap;               ///< Of MissingSourceContent and MalformedSourcemap.

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

/// "not_found", …
std::string_view scrapingFailureName(ScrapingFailure reason);

/// What became of a file that could be fetched from the web.
struct ScrapingAttempt
{
    std::string url;
    ScrapingStatus status = ScrapingStatus::NotAttempted;
    ScrapingFailure reason = ScrapingFailure::Other; ///< Of Failure.
    std::string details;
};

/// One place where a file of a script was looked for, for people.
struct ScriptCandidate
{
    ScriptFileKey key;
    std::string place;   ///< "debug id in bundle sentry://…", "web-scraping", …
    std::string outcome; ///< "found", or what went wrong.
};

/// The answer to a script event.
struct ScriptReport
{
    std::vector<ScriptStack> stacks;               ///< Symbolicated, in the order of the input.
    std::vector<ScriptStack> rawStacks;            ///< As they came, with minified context.
    std::vector<ScriptProblem> problems;           ///< Sorted, each once.
    std::vector<ScrapingAttempt> scrapingAttempts; ///< By URL.
    std::vector<ScriptCandidate> candidates;
};

} // namespace faultline::js
