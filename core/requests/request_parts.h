// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_cursor.h"
#include "core/report/json_report.h"
#include "core/symbolicate/options/options.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::requests {

/// Limits for the work of one request (docs/spec/http-api.md §5.7). Each is a key of the
/// configuration.
struct RequestLimits
{
    std::size_t maxSources = 100;
    /// For all sources together. The same limit holds for allowed origins.
    std::size_t maxPathPatterns = 256;
    std::size_t maxPathPatternBytes = 16 * 1024; ///< For all sources together, like the number.
    std::size_t maxFrames = 500'000;             ///< For all stacks together.
    std::size_t maxLookups = 20'000;             ///< Product of the request's modules and sources.
};

/// What requests may ask for, and how their sources are read.
struct RequestPolicy
{
    /// Parses a JSON list. Errors: Malformed.
    std::function<Result<std::vector<sources::SourceConfig>>(std::string_view json)> readSources;
    /// Requests may name file system sources only below these folders. Absent means anywhere.
    std::optional<std::vector<std::filesystem::path>> filesystemRoots;
    RequestLimits limits;
    /// Requests may name sources that sign as this machine, for whatever endpoint they name.
    bool allowsMachineIdentity = false;
};

/// The `options` object of native jobs (docs/spec/http-api.md §5.2).
struct RequestOptions
{
    report::IncludeCandidates candidates = report::IncludeCandidates::No;
    report::IncludeExtras extras = report::IncludeExtras::No;
    report::FrameOrder frameOrder = report::FrameOrder::CalleeFirst;
    bool applySourceContext = true;
    bool extractVariables = false;
};

// Decodes objects that several requests share (docs/spec/http-api.md §5), from a member of a JSON
// body or a part of a multipart body. Mismatches are recorded at the cursor.
RequestOptions decodeOptions(const json::JsonCursor& options);
symbolicate::ScrapingConfig decodeScraping(const json::JsonCursor& scraping,
                                           const RequestPolicy& policy);
std::shared_ptr<const symbolicate::RewriteRules> decodeRewriteRules(const json::JsonCursor& rules);
std::vector<sources::SourceConfig> decodeSources(const json::JsonCursor& sources,
                                                 const RequestPolicy& policy);
/// Refuses more allowed origins than the limit.
std::vector<std::string> decodeOrigins(const json::JsonCursor& origins,
                                       const RequestPolicy& policy);
/// Errors: Malformed (the request's own sources times its modules are above the limit). Absent
/// sources are those of the configuration, which no request can multiply.
Result<void> checkLookups(std::size_t modules,
                          const std::optional<std::vector<sources::SourceConfig>>& sources,
                          const RequestLimits& limits);
/// Returns whether the items of `stacks` have no more `frames` than a request may have, and records
/// a mismatch otherwise. Asked before frames are decoded, because a frame takes up to fifty times
/// the bytes of its text.
bool hasAllowedFrames(const json::JsonCursor& stacks, const RequestLimits& limits);
/// Accepts any string; "nodejs" becomes "node".
std::string decodePlatform(const json::JsonCursor& platform);

} // namespace faultline::requests
