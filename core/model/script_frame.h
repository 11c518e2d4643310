#pragma once

#include "core/base/debug_id.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

/// How a file of a script was found; wire names: docs/spec/javascript.md §1.3.
enum class ResolvedWith : std::uint8_t {
    DebugId,
    Url,
    Index,
    Release,
    ReleaseOld,
    Scraping,
    Unknown,
    LocalFile, ///< Ours: in a folder or bundle of this machine, or chosen by the user.
};

/// Which file of a script is meant. A script and its map share a debug id; the kind tells them
/// apart.
struct ScriptFileKey
{
    enum class Kind : std::uint8_t { MinifiedSource, SourceMap, Source } kind = Kind::Source;
    std::optional<std::string> path; ///< URL or path of the file.
    std::optional<DebugId> debugId;

    friend auto operator<=>(const ScriptFileKey&, const ScriptFileKey&) = default;
};

/// Where a file of a script came from.
struct ScriptFileOrigin
{
    enum class Kind : std::uint8_t {
        IndividualFile,
        ScrapedFile,
        Bundled,
        Embedded, ///< In a `data:` URL of the script.
        LocalFile
    } kind = Kind::IndividualFile;
    std::string uri;   ///< Of the file or its bundle; empty for Embedded.
    ScriptFileKey key; ///< Of Bundled: what was looked for in the bundle.

    friend bool operator==(const ScriptFileOrigin&, const ScriptFileOrigin&) = default;
};

/// Where the name of a script's function comes from; the first is the best.
enum class ScriptNameTrust : std::uint8_t {
    MapScopes,    ///< The map says which function a position belongs to.
    OriginalText, ///< Read in the original text around the position.
    MappedScope,  ///< Read in the minified text, its identifiers mapped back.
    Caller,       ///< What the calling frame calls it.
    Minified,     ///< As the input has it.
    None
};

/// What only frames of scripts (JavaScript) have.
struct ScriptFrame
{
    std::optional<std::string> module;    ///< Name of the script module.
    std::optional<std::string> sourceMap; ///< URL of the map, or of the script that embeds it.
    std::optional<ScriptFileOrigin> sourceMapOrigin;
    std::optional<ResolvedWith> resolvedWith;
    bool isSymbolicated = false;
    ScriptNameTrust nameTrust = ScriptNameTrust::None;

    friend bool operator==(const ScriptFrame&, const ScriptFrame&) = default;
};

} // namespace faultline
