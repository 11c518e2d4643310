// SPDX-License-Identifier: GPL-3.0-or-later
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
        SimilarInBundle, ///< Found under a path other than the recorded one; `location` gives it.
        DebugFile,
        SourceLink,   ///< Where a link of the debug info leads.
        SourceServer, ///< A debuginfod server.
        PathMapping,
        LocalPath
    };
    Origin origin = Origin::LocalPath;
    std::string path;                    ///< As the debug info records it.
    std::string location;                ///< Where it was found.
    std::string text;                    ///< UTF-8.
    std::optional<bool> checksumMatches; ///< Absent when the debug info records no checksum.

    /// True if this text is known to differ from the compiled one.
    bool isOther() const { return checksumMatches == false; }
};

} // namespace faultline
