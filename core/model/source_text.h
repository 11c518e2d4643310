#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

/// Text of a source file and where it was found.
struct SourceText
{
    enum class Origin : std::uint8_t {
        EmbeddedContext,
        Bundle,
        SimilarInBundle, ///< Of another path than the recorded one: `location` says which.
        DebugFile,
        SourceLink,
        PathMapping,
        LocalPath
    };
    Origin origin = Origin::LocalPath;
    std::string path;                    ///< As recorded in the debug info.
    std::string location;                ///< Where it was found.
    std::string text;                    ///< UTF-8.
    std::optional<bool> checksumMatches; ///< Absent when the debug info records none.

    /// Known to be another text than the one that was compiled.
    bool isOther() const { return checksumMatches == false; }
};

} // namespace faultline
