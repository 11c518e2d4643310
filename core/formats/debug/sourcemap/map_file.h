#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::sourcemap {

/// The first metadata of one item of `x_facebook_sources`: where functions begin in that source.
struct FunctionMapText
{
    std::vector<std::string_view> names;
    std::string_view mappings;
};

struct MapSection;

/// The members of a source map's JSON text as they stand there. All views point into what
/// MapFile::owner keeps alive. Fields: ECMA-426 §4; Metro's and Hermes's: docs/spec/javascript.md
/// §6.
struct MapMembers
{
    std::string_view file;
    std::string_view sourceRoot;
    std::vector<std::optional<std::string_view>> sources;
    std::vector<std::optional<std::string_view>> sourcesContent;
    std::vector<std::string_view> names;
    std::string_view mappings;
    std::string_view rangeMappings;
    std::vector<std::uint32_t> ignoreList;
    std::string_view debugId;  ///< `debugId`, the name in ECMA-426.
    std::string_view debug_id; ///< The older spelling; may differ.
    bool isIndexed = false;    ///< Has `sections`.
    std::vector<MapSection> sections;
    bool hasFacebookSources = false;
    std::vector<std::optional<FunctionMapText>> facebookSources; ///< Parallel to `sources`.
    std::vector<std::optional<std::uint32_t>> facebookOffsets;   ///< RAM bundles: first lines.
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> hermesFunctionOffsets;
    std::vector<std::pair<std::string_view, MapMembers>> facebookSegments; ///< By segment id.
    std::vector<std::optional<std::string_view>> scopes; ///< One text, or one per source.
    bool hasScopesPerSource = false;
    std::string_view ranges;
};

struct MapSection
{
    std::uint32_t line = 0; ///< Where it begins in the generated text, 0-based.
    std::uint32_t column = 0;
    std::string_view url;
    std::unique_ptr<MapMembers> map; ///< Null when the section only has a URL.
};

/// A source map's JSON text, parsed but not decoded.
struct MapFile
{
    MapMembers members;
    std::shared_ptr<const void> owner;
};

/// Bounds that a hostile map meets.
struct MapLimits
{
    std::size_t maxTextBytes = 0xffff'0000;    ///< Offsets are 32 bits wide.
    std::uint32_t maxJsonDepth = 128;          ///< As the reference's reader of JSON.
    std::uint32_t maxSections = 1u << 20;      ///< Over all levels.
    std::uint32_t maxSectionDepth = 16;        ///< Index maps inside index maps.
    std::uint32_t maxTokens = 100'000'000;     ///< Segments over all sections.
    std::uint64_t maxSourceBytes = 2ull << 30; ///< Sum of `sourcesContent`.
    std::uint32_t maxScopeDepth = 1000;        ///< Nesting of scopes and ranges.
};

/// Reads the JSON text; a first line that guards against script inclusion (")]}'") is passed over.
/// Errors: Malformed (no JSON object, a member that the format needs has another type, more than
/// the limits). The only user of simdjson is map_file.cpp.
Result<MapFile> readMapFile(Bytes json, const MapLimits& limits);

/// Whether a JSON text with these members is a source map (docs/spec/javascript.md §6.1).
bool looksLikeMap(const MapMembers& members);

} // namespace faultline::sourcemap
