#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/sourcemap/function_map.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/formats/debug/sourcemap/mappings.h"
#include "core/formats/debug/sourcemap/token.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::sourcemap {

/// One original source.
struct MapSource
{
    std::string name; ///< With `sourceRoot`; empty where the map has none.
    std::optional<std::string_view> content;
    bool isIgnored = false; ///< Listed in `ignoreList`: code of others.
    std::optional<FunctionMap> functions;
};

struct MapOptions
{
    Leniency leniency = Leniency::Strict;
    MapLimits limits{};
};

/// A source map decoded and, where it is an index, made flat. Immutable. Views of it live as long
/// as it does. Sources: ECMA-426; docs/spec/javascript.md §6 (getsentry/rust-sourcemap).
class SourceMap
{
public:
    /// Errors: Malformed (see readMapFile() and decodeMappings(); a section without a map),
    /// Cancelled.
    static Result<SourceMap>
    parse(Bytes json, const MapOptions& options = {}, std::stop_token stop = {});

    /// By generated position. Of two at one position the first counts there and the last behind it,
    /// as in @jridgewell/trace-mapping.
    const std::vector<Token>& tokens() const { return m_tokens; }

    const std::vector<MapSource>& sources() const { return m_sources; }

    const std::vector<std::string_view>& names() const { return m_names; }

    /// Both spellings of the map's debug id; empty when absent.
    std::string_view debugId() const { return m_file.members.debugId; }

    std::string_view otherDebugId() const { return m_file.members.debug_id; }

    /// The name of a token; empty for none.
    std::string_view nameOf(const Token& token) const
    {
        return token.name < m_names.size() ? m_names[token.name] : std::string_view();
    }

    /// A Hermes or Metro map that is no index: its function maps name functions, and the generated
    /// text is not looked at.
    bool hasFunctionMaps() const { return m_hasFunctionMaps; }

    /// Segments that Leniency::Lenient has passed over.
    std::uint32_t droppedSegments() const { return m_droppedSegments; }

    /// The last token at or in front of a position, also on an earlier line: what names are
    /// resolved with. The rule for frames is MapCache::lookup(). Null in front of the first.
    const Token* tokenAtOrBefore(Position generated) const;

    const MapMembers& members() const { return m_file.members; }

private:
    friend class MapFlattener;
    SourceMap() = default;

    MapFile m_file;
    std::vector<Token> m_tokens;
    std::vector<MapSource> m_sources;
    std::vector<std::string_view> m_names;
    bool m_hasFunctionMaps = false;
    std::uint32_t m_droppedSegments = 0;
};

/// A source's name behind `sourceRoot` (docs/spec/javascript.md §6.2): plain text, no URL
/// resolution.
std::string withSourceRoot(std::string_view root, std::string_view source);

} // namespace faultline::sourcemap
