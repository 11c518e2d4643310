// SPDX-License-Identifier: GPL-3.0-or-later
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

/// The first metadata of one item of `x_facebook_sources`: the positions at which functions begin
/// in that source.
struct FunctionMapText
{
    std::vector<std::string_view> names;
    std::string_view mappings;
};

struct MapSection;
struct MapSegment;

/// The unchanged members of a source map's JSON text. All views point into data that MapFile::owner
/// keeps alive. Fields: ECMA-426 §4; Metro's and Hermes's: docs/spec/javascript.md §6.
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
    std::string_view debugId;  ///< `debugId`, the spelling of ECMA-426.
    std::string_view debug_id; ///< `debug_id`, the older spelling. The values may differ.
    bool isIndexed = false;    ///< The map has `sections`.
    std::vector<MapSection> sections;
    bool hasFacebookSources = false;
    /// One entry for each of `sources`.
    std::vector<std::optional<FunctionMapText>> facebookSources;
    std::vector<std::optional<std::uint32_t>> facebookOffsets; ///< For RAM bundles: first lines.
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> hermesFunctionOffsets;
    std::vector<MapSegment> facebookSegments;
    /// One text for all sources, or one for each.
    std::vector<std::optional<std::string_view>> scopes;
    bool hasScopesPerSource = false;
    std::string_view ranges;
};

struct MapSection
{
    std::uint32_t line = 0; ///< Start of the section in the generated text, counted from 0.
    std::uint32_t column = 0;
    std::string_view url;
    std::unique_ptr<MapMembers> map; ///< Null when the section only has a URL.
};

/// One item of `x_facebook_segments`: the map of a part of a RAM bundle.
struct MapSegment
{
    std::string_view id;
    std::unique_ptr<MapMembers> map;
};

/// A source map's JSON text, parsed but not decoded.
struct MapFile
{
    MapMembers members;
    std::shared_ptr<const void> owner;
};

/// Limits for hostile maps.
struct MapLimits
{
    std::size_t maxTextBytes = 1u << 30;
    std::uint32_t maxJsonDepth = 128; ///< The same limit as in the reference's JSON reader.
    std::uint32_t maxJsonValues = 1u << 25;
    std::uint32_t maxSections = 1u << 20;      ///< For all levels together.
    std::uint32_t maxSources = 1u << 22;       ///< For all sections together.
    std::uint32_t maxNames = 1u << 24;         ///< For all sections together.
    std::uint32_t maxSectionDepth = 16;        ///< Nesting of index maps.
    std::uint32_t maxLinkedSections = 4096;    ///< Sections whose map is named by URL.
    std::uint32_t maxTokens = 100'000'000;     ///< For all sections together.
    std::uint64_t maxSourceBytes = 2ull << 30; ///< Sum of `sourcesContent`.
    std::uint32_t maxScopeDepth = 1000;        ///< Nesting of scopes and ranges.
};

/// Reads the JSON text. Skips a first line that guards against script inclusion (")]}'"). Errors:
/// Malformed (not a JSON object, a needed member has another type, a limit is exceeded). Only
/// map_file.cpp uses simdjson.
Result<MapFile> readMapFile(Bytes json, const MapLimits& limits);

/// Tells whether a JSON text with these members is a source map (docs/spec/javascript.md §6.1).
bool looksLikeMap(const MapMembers& members);

} // namespace faultline::sourcemap
