// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/sourcemap/bundle_part.h"
#include "core/formats/debug/sourcemap/function_map.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/formats/debug/sourcemap/mappings.h"
#include "core/formats/debug/sourcemap/scope_ranges.h"
#include "core/formats/debug/sourcemap/token.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::sourcemap {

/// One original source.
struct MapSource
{
    std::string name; ///< Includes `sourceRoot`; empty when the map has no name.
    std::optional<std::string_view> content;
    bool isIgnored = false; ///< The map lists it in `ignoreList`, for code of third parties.
    std::optional<FunctionMap> functions;
};

/// The maps that sections of index maps name by URL (ECMA-426 §4.1, docs/spec/javascript.md §6.3).
struct LinkedMaps
{
    std::string base; ///< URL of the map whose sections these are.
    /// Joins a URL to that of the map that names it.
    std::string (*join)(std::string_view base, std::string_view url) = nullptr;
    std::map<std::string, Result<ByteView>, std::less<>> maps; ///< By absolute URL.
};

struct MapOptions
{
    Leniency leniency = Leniency::Strict;
    MapLimits limits{};
    /// Null: a section with a URL only is malformed.
    std::shared_ptr<const LinkedMaps> linked{};
    /// For a map of a RAM bundle: the part that is wanted. Other maps ignore it.
    std::optional<BundlePart> part{};
};

/// A decoded source map. The sections of an index map are joined. Immutable. Views of it live as
/// long as it does. Sources: ECMA-426; docs/spec/javascript.md §6 (getsentry/rust-sourcemap).
class SourceMap
{
public:
    /// Errors: Malformed (see readMapFile() and decodeMappings(); also a section without a map),
    /// Unsupported (the map of a RAM bundle does not describe the wanted segment), Cancelled.
    static Result<SourceMap>
    parse(Bytes json, const MapOptions& options = {}, std::stop_token stop = {});

    /// Sorted by generated position. At most two tokens have the same position, the first and the
    /// last of them.
    const std::vector<Token>& tokens() const { return m_tokens; }

    const std::vector<MapSource>& sources() const { return m_sources; }

    const std::vector<std::string_view>& names() const { return m_names; }

    /// The map's debug id under each of its two names; empty when absent.
    std::string_view debugId() const { return m_file.members.debugId; }

    std::string_view otherDebugId() const { return m_file.members.debug_id; }

    /// Returns the name of a token; empty when it has none.
    std::string_view nameOf(const Token& token) const
    {
        return token.name < m_names.size() ? m_names[token.name] : std::string_view();
    }

    /// Tells whether this is a Hermes or Metro map and not an index map. Its function maps then
    /// name functions, and the generated text is not used.
    bool hasFunctionMaps() const { return m_hasFunctionMaps; }

    /// The functions and inlined bodies that the map tells (ECMA-426). Only read with
    /// Leniency::Lenient, because the reference does not read them.
    const ScopeRanges& scopes() const { return m_scopes; }

    /// Number of segments that Leniency::Lenient dropped.
    std::uint32_t droppedSegments() const { return m_droppedSegments; }

    /// What is damaged and where: the first segment that was dropped, or the scopes. Empty when
    /// nothing is.
    const std::string& firstDamage() const { return m_firstDamage; }

    /// Returns the last token at or before a position, even on an earlier line. It serves to
    /// resolve names; frames use MapCache::lookup(). Null before the first token.
    const Token* tokenAtOrBefore(Position generated) const;

    /// The members of the whole map or, if a segment was wanted, of that segment.
    const MapMembers& members() const { return m_file.members; }

private:
    friend class MapFlattener;
    SourceMap() = default;

    MapFile m_file;
    std::map<std::string, MapFile, std::less<>> m_linkedFiles; // By URL.
    std::vector<Token> m_tokens;
    std::vector<MapSource> m_sources;
    std::vector<std::string_view> m_names;
    ScopeRanges m_scopes;
    bool m_hasFunctionMaps = false;
    std::uint32_t m_droppedSegments = 0;
    std::string m_firstDamage;
};

/// Returns the URLs of sections without a map, of all levels. Errors: those of readMapFile().
Result<std::vector<std::string>> linkedMapUrls(Bytes json, const MapLimits& limits);

/// Joins `sourceRoot` and a source's name as plain texts (docs/spec/javascript.md §6.2), without
/// resolving URLs.
std::string withSourceRoot(std::string_view root, std::string_view source);

} // namespace faultline::sourcemap
