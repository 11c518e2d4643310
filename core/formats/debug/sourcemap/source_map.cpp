// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/source_map.h"

#include <algorithm>

namespace faultline::sourcemap {

std::string withSourceRoot(std::string_view root, std::string_view source)
{
    const bool isAbsolute =
        source.starts_with('/') || source.starts_with("http:") || source.starts_with("https:");
    if (root.empty() || source.empty() || isAbsolute)
        return std::string(source);
    if (root.ends_with('/')) // One only: "webpack:///" must keep its authority.
        root.remove_suffix(1);
    return concat(root, "/", source);
}

/// Decodes a map and, one after the other, the maps of its sections.
class MapFlattener
{
public:
    MapFlattener(SourceMap& map,
                 std::uint64_t fileBytes,
                 const MapOptions& options,
                 std::stop_token stop)
        : m_map(map), m_options(options), m_stop(std::move(stop))
    {
        allowNamesFor(fileBytes);
    }

    Result<void> run()
    {
        FL_CHECK(chooseSegment());
        const auto& members = m_map.m_file.members;
        FL_CHECK(add(members, {}));
        // Sections are in order, but an earlier one may overlap the next one.
        const auto generated = [](const Token& token) { return token.generated; };
        if (!std::ranges::is_sorted(m_map.m_tokens, {}, generated))
            std::ranges::stable_sort(m_map.m_tokens, {}, generated);
        dropHidden();
        const auto start = [](const ScopeBoundary& boundary) { return boundary.start; };
        if (!std::ranges::is_sorted(m_map.m_scopes.boundaries, {}, start))
            std::ranges::stable_sort(m_map.m_scopes.boundaries, {}, start);
        if (m_map.m_tokens.empty() && m_map.m_droppedSegments > 0)
            return fail(ErrorKind::Malformed, "mappings: none of ", m_map.m_droppedSegments,
                        " segments can be read; the first: ", m_map.m_firstDamage);
        return {};
    }

private:
    /// Takes the members of the wanted segment of a RAM bundle for those of the map.
    Result<void> chooseSegment()
    {
        auto& members = m_map.m_file.members;
        const bool isRamBundle =
            !members.facebookSegments.empty() || !members.facebookOffsets.empty();
        if (!isRamBundle || !m_options.part || m_options.part->segment.empty())
            return {};
        const auto& wanted = m_options.part->segment;
        const auto segment = std::ranges::find(members.facebookSegments, wanted, &MapSegment::id);
        if (segment == members.facebookSegments.end())
            return fail(ErrorKind::Unsupported, "the map of the RAM bundle has no segment ",
                        wanted);
        const auto chosen = std::move(segment->map);
        members = std::move(*chosen);
        if (m_options.part->module && members.facebookOffsets.empty())
            return fail(ErrorKind::Unsupported, "segment ", wanted,
                        " of the RAM bundle has no modules");
        return {};
    }

    static std::string placeOf(const std::string& damage, Position offset)
    {
        const bool isInSection = !damage.empty() && offset != Position{};
        return isInSection ? concat(damage, " of the section at line ", offset.line, " column ",
                                    offset.column)
                           : damage;
    }

    /// Drops tokens that no look-up can find: of several at one position, only the first and the
    /// last can be found.
    void dropHidden()
    {
        auto& tokens = m_map.m_tokens;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const auto& token = tokens[i];
            const bool isThird = kept >= 2 && tokens[kept - 1].generated == token.generated &&
                                 tokens[kept - 2].generated == token.generated;
            tokens[isThird ? kept - 1 : kept] = token;
            kept += isThird ? 0 : 1;
        }
        tokens.resize(kept);
    }

    Result<void> add(const MapMembers& members, Position offset)
    {
        return members.isIndexed ? addSections(members, offset) : addRegular(members, offset);
    }

    Result<void> addSections(const MapMembers& members, Position offset)
    {
        std::vector<const MapSection*> sections;
        sections.reserve(members.sections.size());
        for (const auto& section : members.sections)
            sections.push_back(&section);
        std::ranges::stable_sort(sections, {}, [](const MapSection* section) {
            return Position{.line = section->line, .column = section->column};
        });
        for (const auto* section : sections) {
            FL_TRY(const auto start, shifted({section->line, section->column}, offset));
            FL_CHECK(section->map ? add(*section->map, start) : addLinked(*section, start));
        }
        return {};
    }

    /// Adds the map that a section names by URL.
    Result<void> addLinked(const MapSection& section, Position start)
    {
        const auto place =
            concat("source map: the section at line ", section.line, " column ", section.column);
        const auto* linked = m_options.linked.get();
        if (section.url.empty() || linked == nullptr)
            return fail(ErrorKind::Malformed, place, " has no map",
                        section.url.empty() ? "" : " but a url");
        auto url = linked->join(m_open.empty() ? linked->base : m_open.back(), section.url);
        if (url == linked->base || std::ranges::find(m_open, url) != m_open.end())
            return fail(ErrorKind::Malformed, place, " names the map ", url,
                        ", which the section is a part of");
        if (m_open.size() >= m_options.limits.maxSectionDepth)
            return fail(ErrorKind::Malformed, place, ": maps are nested deeper than ",
                        m_options.limits.maxSectionDepth);
        if (++m_linkedSections > m_options.limits.maxLinkedSections)
            return fail(ErrorKind::Malformed, place, ": more than ",
                        m_options.limits.maxLinkedSections, " sections name a map by url");
        FL_TRY(const auto* file, linkedFile(*linked, url, place));
        m_open.push_back(std::move(url));
        auto added = add(file->members, start);
        m_open.pop_back();
        return added;
    }

    /// Each map is read once, however many sections name it.
    Result<const MapFile*>
    linkedFile(const LinkedMaps& linked, const std::string& url, std::string_view place)
    {
        const auto read = m_map.m_linkedFiles.find(url);
        if (read != m_map.m_linkedFiles.end())
            return &read->second;
        const auto known = linked.maps.find(url);
        if (known == linked.maps.end())
            return fail(ErrorKind::Malformed, place, " names the map ", url,
                        ", one more than are looked for");
        if (!known->second)
            return fail(ErrorKind::Malformed, place, " names the map ", url, ": ",
                        known->second.error().describe());
        auto file = readMapFile(known->second->span(), m_options.limits);
        if (!file)
            return fail(ErrorKind::Malformed, place, " names the map ", url, ": ",
                        file.error().describe());
        allowNamesFor(known->second->size());
        return &m_map.m_linkedFiles.emplace(url, *std::move(file)).first->second;
    }

    /// The column of an offset applies only to the first line of a section.
    static Result<Position> shifted(Position position, Position offset)
    {
        const auto line = std::uint64_t{position.line} + offset.line;
        const auto column =
            std::uint64_t{position.column} + (position.line == 0 ? offset.column : 0);
        if (line >= kNone || column >= kNone)
            return fail(ErrorKind::Malformed, "source map: a section leads to line ", line,
                        " column ", column);
        return Position{.line = static_cast<std::uint32_t>(line),
                        .column = static_cast<std::uint32_t>(column)};
    }

    Result<void> addRegular(const MapMembers& members, Position offset)
    {
        const auto firstSource = static_cast<std::uint32_t>(m_map.m_sources.size());
        const auto firstName = static_cast<std::uint32_t>(m_map.m_names.size());
        const auto& limits = m_options.limits;
        if (firstSource + members.sources.size() > limits.maxSources ||
            firstName + members.names.size() > limits.maxNames)
            return fail(ErrorKind::Malformed, "source map: the sections have more than ",
                        limits.maxSources, " sources or ", limits.maxNames, " names");
        FL_CHECK(addSources(members));
        // The reference drops the function maps of sections (docs/spec/javascript.md §6.3).
        const bool isSection = m_map.m_file.members.isIndexed;
        if (members.hasFacebookSources && (!isSection || m_options.leniency == Leniency::Lenient))
            m_map.m_hasFunctionMaps = true;
        m_map.m_names.insert(m_map.m_names.end(), members.names.begin(), members.names.end());
        const auto left = limits.maxTokens - m_map.m_tokens.size();
        FL_TRY(auto decoded,
               decodeMappings({.mappings = members.mappings,
                               .rangeMappings = members.rangeMappings,
                               .sourceCount = static_cast<std::uint32_t>(members.sources.size()),
                               .nameCount = static_cast<std::uint32_t>(members.names.size()),
                               .leniency = m_options.leniency,
                               .maxTokens = static_cast<std::uint32_t>(left)},
                              m_stop));
        if (m_map.m_droppedSegments == 0)
            m_map.m_firstDamage = placeOf(decoded.firstDamage, offset);
        m_map.m_droppedSegments += decoded.droppedSegments;
        if (m_options.leniency == Leniency::Lenient)
            FL_CHECK(addScopes(members, offset, firstSource, firstName));
        const bool isFirst = m_map.m_tokens.empty() && offset == Position{} && firstSource == 0;
        if (isFirst) {
            m_map.m_tokens = std::move(decoded.tokens);
            return {};
        }
        for (auto& token : decoded.tokens) {
            FL_TRY(token.generated, shifted(token.generated, offset));
            if (token.source != kNone)
                token.source += firstSource;
            if (token.name != kNone)
                token.name += firstName;
            m_map.m_tokens.push_back(token);
        }
        return {};
    }

    /// Damaged scopes cost only themselves.
    Result<void> addScopes(const MapMembers& members,
                           Position offset,
                           std::uint32_t firstSource,
                           std::uint32_t firstName)
    {
        if (members.scopes.empty())
            return {};
        auto scopes = decodeScopes(members, m_options.limits);
        if (!scopes) {
            if (m_map.m_firstDamage.empty())
                m_map.m_firstDamage = placeOf(scopes.error().detail, offset);
            return {};
        }
        auto& all = m_map.m_scopes;
        const auto firstNode = static_cast<std::uint32_t>(all.nodes.size());
        if (all.nodes.size() + scopes->nodes.size() > m_options.limits.maxTokens)
            return fail(ErrorKind::Malformed, "scopes: more than ", m_options.limits.maxTokens,
                        " functions");
        const auto move = [](std::uint32_t& index, std::uint32_t by) {
            index = index == kNone ? kNone : index + by;
        };
        for (auto& node : scopes->nodes) {
            move(node.parent, firstNode);
            move(node.name, firstName);
            move(node.callSource, firstSource);
            all.nodes.push_back(node);
        }
        for (auto& boundary : scopes->boundaries) {
            FL_TRY(boundary.start, shifted(boundary.start, offset));
            move(boundary.node, firstNode);
            all.boundaries.push_back(boundary);
        }
        return {};
    }

    /// Every name has the root in it, so the names of a small map could have any size.
    void allowNamesFor(std::uint64_t fileBytes)
    {
        constexpr std::uint64_t kNameBytesPerByte = 16;
        m_nameLimitBytes += kNameBytesPerByte * fileBytes;
    }

    Result<void> takeName(std::uint64_t sizeBytes)
    {
        m_nameBytes += sizeBytes;
        if (m_nameBytes <= m_nameLimitBytes)
            return {};
        return fail(ErrorKind::Malformed,
                    "source map: the sources with their sourceRoot have more than ",
                    m_nameLimitBytes, " bytes, the limit for a map of this size");
    }

    Result<void> addSources(const MapMembers& members)
    {
        const auto first = m_map.m_sources.size();
        for (std::size_t i = 0; i < members.sources.size(); ++i) {
            MapSource source;
            const auto name = members.sources[i].value_or("");
            FL_CHECK(takeName(members.sourceRoot.size() + name.size()));
            source.name = withSourceRoot(members.sourceRoot, name);
            if (i < members.sourcesContent.size())
                source.content = members.sourcesContent[i];
            m_contentBytes += source.content ? source.content->size() : 0;
            if (i < members.facebookSources.size() && members.facebookSources[i]) {
                FL_TRY(source.functions, FunctionMap::parse(*members.facebookSources[i]));
            }
            m_map.m_sources.push_back(std::move(source));
        }
        if (m_contentBytes > m_options.limits.maxSourceBytes)
            return fail(ErrorKind::Malformed, "source map: sources of ", m_contentBytes,
                        " bytes, limit ", m_options.limits.maxSourceBytes);
        for (const auto index : members.ignoreList) {
            if (index < members.sources.size())
                m_map.m_sources[first + index].isIgnored = true;
        }
        return {};
    }

    SourceMap& m_map;
    const MapOptions& m_options;
    std::stop_token m_stop;
    std::uint64_t m_contentBytes = 0;
    std::uint64_t m_nameBytes = 0;
    std::uint64_t m_nameLimitBytes = 1 << 20;
    std::uint32_t m_linkedSections = 0;
    std::vector<std::string> m_open; // URLs of the maps around, the innermost last.
};

Result<SourceMap> SourceMap::parse(Bytes json, const MapOptions& options, std::stop_token stop)
{
    SourceMap map;
    FL_TRY(map.m_file, readMapFile(json, options.limits));
    FL_CHECK(MapFlattener(map, json.size(), options, std::move(stop)).run());
    return map;
}

namespace {

void addLinkedUrls(const MapMembers& members, std::vector<std::string>& urls)
{
    for (const auto& section : members.sections) {
        if (section.map)
            addLinkedUrls(*section.map, urls); // As deep as readMapFile() allows.
        else if (!section.url.empty())
            urls.emplace_back(section.url);
    }
}

} // namespace

Result<std::vector<std::string>> linkedMapUrls(Bytes json, const MapLimits& limits)
{
    FL_TRY(const auto file, readMapFile(json, limits));
    std::vector<std::string> urls;
    addLinkedUrls(file.members, urls);
    return urls;
}

const Token* SourceMap::tokenAtOrBefore(Position generated) const
{
    const auto position = [](const Token& token) { return token.generated; };
    const auto first = std::ranges::lower_bound(m_tokens, generated, {}, position);
    if (first != m_tokens.end() && first->generated == generated)
        return &*first;
    return first == m_tokens.begin() ? nullptr : &*std::prev(first);
}

} // namespace faultline::sourcemap
