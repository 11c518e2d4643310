// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/base/result.h"
#include "core/model/script_frame.h"
#include "core/sources/source_config.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faultline::js {

/// One item in the answer to an artifact look-up (docs/spec/javascript.md §4.4).
struct AnnouncedArtifact
{
    enum class Kind : std::uint8_t { Bundle, File } kind = Kind::Bundle;
    std::string id;
    std::string url;     ///< Where to download it; empty means the look-up URL.
    std::string absPath; ///< The name of a file; empty for a bundle.
    /// The headers of a file, with names in lower case.
    std::map<std::string, std::string> headers;
    ResolvedWith resolvedWith = ResolvedWith::Unknown;
};

/// Returns the look-up URL for what is known of a file; absent when too little is known. Errors:
/// Unsupported ("uri too long").
Result<std::optional<std::string>> artifactLookupUrl(const sources::SentrySource& source,
                                                     const ScriptFileKey& key,
                                                     const std::optional<std::string>& release,
                                                     const std::optional<std::string>& dist);

struct ArtifactAnswer
{
    std::vector<AnnouncedArtifact> artifacts;
    std::size_t damagedItems = 0; ///< Number of items that were ignored.
};

/// Errors: Malformed (not a JSON list).
Result<ArtifactAnswer> parseArtifactAnswer(std::string_view json);

} // namespace faultline::js
