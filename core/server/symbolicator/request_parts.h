#pragma once

#include "core/base/result.h"
#include "core/json/json_cursor.h"
#include "core/report/json_report.h"
#include "core/symbolicate/options/options.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server {

/// What requests may ask for, and how their sources are read.
struct RequestPolicy
{
    /// Parses a JSON list. Errors: Malformed.
    std::function<Result<std::vector<sources::SourceConfig>>(std::string_view json)> readSources;
    /// Requests may name file system sources only below these folders. Absent means anywhere.
    std::optional<std::vector<std::filesystem::path>> filesystemRoots;
};

/// The `options` object of native jobs (docs/spec/http-api.md §5.2).
struct RequestOptions
{
    report::IncludeCandidates candidates = report::IncludeCandidates::No;
    report::FrameOrder frameOrder = report::FrameOrder::CalleeFirst;
    bool applySourceContext = true;
    bool extractVariables = false;
};

// Decodes objects that several requests share (docs/spec/http-api.md §5), from a member of a JSON
// body or a part of a multipart body. Mismatches are recorded at the cursor.
RequestOptions decodeOptions(const json::JsonCursor& options);
symbolicate::ScrapingConfig decodeScraping(const json::JsonCursor& scraping);
std::vector<symbolicate::RewriteRule> decodeRewriteRules(const json::JsonCursor& rules);
std::vector<sources::SourceConfig> decodeSources(const json::JsonCursor& sources,
                                                 const RequestPolicy& policy);
/// Accepts any string; "nodejs" becomes "node".
std::string decodePlatform(const json::JsonCursor& platform);

} // namespace faultline::server
