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

/// One item of the answer to an artifact look-up (docs/spec/javascript.md §4.4).
struct AnnouncedArtifact
{
    enum class Kind : std::uint8_t { Bundle, File } kind = Kind::Bundle;
    std::string id;
    std::string url;                            ///< Where it can be had; empty: at the look-up URL.
    std::string absPath;                        ///< Of a file: what it is called.
    std::map<std::string, std::string> headers; ///< Of a file; names in lower case.
    ResolvedWith resolvedWith = ResolvedWith::Unknown;
};

/// The look-up URL for what is known of a file; absent when that is too little. Errors: Unsupported
/// ("uri too long").
Result<std::optional<std::string>> artifactLookupUrl(const sources::SentrySource& source,
                                                     const ScriptFileKey& key,
                                                     const std::optional<std::string>& release,
                                                     const std::optional<std::string>& dist);

struct ArtifactAnswer
{
    std::vector<AnnouncedArtifact> artifacts;
    std::size_t damagedItems = 0; ///< Passed over.
};

/// Errors: Malformed (no JSON list).
Result<ArtifactAnswer> parseArtifactAnswer(std::string_view json);

/// "debug-id", …; wire names.
std::string_view resolvedWithName(ResolvedWith way);
ResolvedWith parseResolvedWith(std::string_view name);

} // namespace faultline::js
