// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
    /// Faultline's own value: found in a folder or bundle of this machine, or chosen by the user.
    LocalFile,
};

/// Returns the name in JSON, such as "debug-id".
std::string_view resolvedWithName(ResolvedWith way);
/// Unknown names give Unknown.
ResolvedWith parseResolvedWith(std::string_view name);

/// Identifies a file of a script. A script and its map share a debug id, so the kind distinguishes
/// them.
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
    std::string uri;   ///< URI of the file or its bundle; empty for Embedded.
    ScriptFileKey key; ///< For Bundled: the key under which the bundle was searched.

    friend bool operator==(const ScriptFileOrigin&, const ScriptFileOrigin&) = default;
};

/// Where the name of a script's function comes from, best first.
enum class ScriptNameTrust : std::uint8_t {
    MapScopes,    ///< The map says to which function a position belongs.
    OriginalText, ///< Read from the original text around the position.
    MappedScope,  ///< Read from the minified text, with its identifiers mapped back.
    Caller,       ///< The name that the calling frame uses.
    Minified,     ///< The name in the input.
    None
};

/// Fields that only frames of scripts (JavaScript) have.
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
