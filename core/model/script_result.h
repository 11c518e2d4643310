// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/script_event.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// Problems of a frame of a script. Problems are sorted in the order of the enumerators
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

/// "not_attempted", "success", "failure".
std::string_view scrapingStatusName(ScrapingStatus status);

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

    friend bool operator==(const ScrapingAttempt&, const ScrapingAttempt&) = default;
};

/// What only the report of a script event has.
struct ScriptResult
{
    std::vector<ScriptProblem> problems;           ///< Sorted and without duplicates.
    std::vector<ScrapingAttempt> scrapingAttempts; ///< Sorted by URL.
    /// The stacks of the input with minified context, in its order; only for the answer that
    /// Symbolicator gives (AnswerStyle::Compatible). Otherwise the event has them.
    std::vector<ScriptStack> rawStacks;
};

} // namespace faultline
