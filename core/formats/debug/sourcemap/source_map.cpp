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
    MapFlattener(SourceMap& map, const MapOptions& options, std::stop_token stop)
        : m_map(map), m_options(options), m_stop(std::move(stop))
    {
    }

    Result<void> run()
    {
        const auto& members = m_map.m_file.members;
        m_map.m_hasFunctionMaps = members.hasFacebookSources && !members.isIndexed;
        FL_CHECK(add(members, {}));
        // Sections are in order, but an earlier one may overlap the next one.
        const auto generated = [](const Token& token) { return token.generated; };
        if (!std::ranges::is_sorted(m_map.m_tokens, {}, generated))
            std::ranges::stable_sort(m_map.m_tokens, {}, generated);
        dropHidden();
        return {};
    }

private:
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
        for (const auto& section : members.sections)
            sections.push_back(&section);
        std::ranges::stable_sort(sections, {}, [](const MapSection* section) {
            return Position{section->line, section->column};
        });
        for (const auto* section : sections) {
            if (!section->map)
                return fail(ErrorKind::Malformed, "source map: the section at line ", section->line,
                            " column ", section->column, " has no map",
                            section->url.empty() ? "" : " but a url");
            FL_TRY(const auto start, shifted({section->line, section->column}, offset));
            FL_CHECK(add(*section->map, start));
        }
        return {};
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
        return Position{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
    }

    Result<void> addRegular(const MapMembers& members, Position offset)
    {
        const auto firstSource = static_cast<std::uint32_t>(m_map.m_sources.size());
        const auto firstName = static_cast<std::uint32_t>(m_map.m_names.size());
        FL_CHECK(addSources(members));
        m_map.m_names.insert(m_map.m_names.end(), members.names.begin(), members.names.end());
        const auto left = m_options.limits.maxTokens - m_map.m_tokens.size();
        FL_TRY(auto decoded,
               decodeMappings({.mappings = members.mappings,
                               .rangeMappings = members.rangeMappings,
                               .sourceCount = static_cast<std::uint32_t>(members.sources.size()),
                               .nameCount = static_cast<std::uint32_t>(members.names.size()),
                               .leniency = m_options.leniency,
                               .maxTokens = static_cast<std::uint32_t>(left)},
                              m_stop));
        m_map.m_droppedSegments += decoded.droppedSegments;
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

    Result<void> addSources(const MapMembers& members)
    {
        const auto first = m_map.m_sources.size();
        for (std::size_t i = 0; i < members.sources.size(); ++i) {
            MapSource source;
            source.name = withSourceRoot(members.sourceRoot, members.sources[i].value_or(""));
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
};

Result<SourceMap> SourceMap::parse(Bytes json, const MapOptions& options, std::stop_token stop)
{
    SourceMap map;
    FL_TRY(map.m_file, readMapFile(json, options.limits));
    FL_CHECK(MapFlattener(map, options, std::move(stop)).run());
    return map;
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
