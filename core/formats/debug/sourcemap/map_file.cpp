// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_file.h"

#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/formats/debug/sourcemap/json_bounds.h"

#include <deque>
#include <simdjson.h>

namespace faultline::sourcemap {

namespace {

namespace dom = simdjson::dom;

/// Owns the bytes of the views in a MapFile.
struct ParsedText
{
    dom::parser parser;
    std::deque<std::string> made; // Texts that differ from those in the file.
};

/// Returns the text after the guard line, which begins with one of these bytes and ends with LF or
/// CR LF (docs/spec/javascript.md §6.1). Absent when a CR has no LF.
std::optional<std::string_view> withoutGuard(std::string_view text)
{
    if (text.empty() || std::string_view(")]}'").find(text[0]) == std::string_view::npos)
        return text;
    const auto end = text.find_first_of("\r\n");
    if (end == std::string_view::npos)
        return std::string_view();
    text.remove_prefix(end);
    if (text[0] == '\r')
        text.remove_prefix(1);
    if (text.empty() || text[0] != '\n')
        return std::nullopt;
    return text.substr(1);
}

std::optional<std::string_view> textOf(dom::element value)
{
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? std::optional(text) : std::nullopt;
}

std::optional<std::uint32_t> numberOf(dom::element value)
{
    std::uint64_t number = 0;
    if (value.get(number) != simdjson::SUCCESS || number > 0xffff'ffff)
        return std::nullopt;
    return static_cast<std::uint32_t>(number);
}

class MapReader
{
public:
    MapReader(ParsedText& parsed, const MapLimits& limits) : m_parsed(parsed), m_limits(limits) {}

    Result<void> read(dom::object object, MapMembers& map, std::uint32_t depth)
    {
        for (const auto& [key, value] : object) {
            if (!value.is_null())
                FL_CHECK(readMember(key, value, map, depth));
        }
        return {};
    }

private:
    Result<void>
    readMember(std::string_view key, dom::element value, MapMembers& map, std::uint32_t depth)
    {
        if (key == "file")
            map.file = textOf(value).value_or("");
        else if (key == "sourceRoot")
            return readText(key, value, map.sourceRoot);
        else if (key == "mappings")
            return readText(key, value, map.mappings);
        else if (key == "rangeMappings")
            return readText(key, value, map.rangeMappings);
        else if (key == "sources")
            return readTexts(key, value, map.sources);
        else if (key == "sourcesContent")
            return readTexts(key, value, map.sourcesContent);
        else if (key == "names")
            return readNames(value, map.names);
        else if (key == "ignoreList" || key == "x_google_ignoreList")
            readIgnoreList(value, map.ignoreList);
        else if (key == "sections")
            return readSections(value, map, depth);
        else
            readExtension(key, value, map, depth);
        return {};
    }

    /// Reads members that tools add. A member of an unexpected type is ignored.
    void
    readExtension(std::string_view key, dom::element value, MapMembers& map, std::uint32_t depth)
    {
        if (key == "debugId")
            map.debugId = textOf(value).value_or("");
        else if (key == "debug_id")
            map.debug_id = textOf(value).value_or("");
        else if (key == "x_facebook_sources")
            readFacebookSources(value, map);
        else if (key == "x_facebook_offsets")
            readOffsets(value, map.facebookOffsets);
        else if (key == "x_hermes_function_offsets")
            readHermesOffsets(value, map);
        else if (key == "x_facebook_segments")
            readSegments(value, map, depth);
        else if (key == "scopes")
            readScopes(value, map);
        else if (key == "ranges")
            map.ranges = textOf(value).value_or("");
    }

    static std::unexpected<Error> mismatch(std::string_view key, std::string_view expected)
    {
        return fail(ErrorKind::Malformed, "source map: `", key, "` is not ", expected);
    }

    static std::unexpected<Error>
    tooMany(std::string_view key, std::size_t index, std::uint32_t limit)
    {
        return fail(ErrorKind::Malformed, "source map: `", key, "[", index, "]` is past the ",
                    limit, " entries that are read");
    }

    Result<void> readText(std::string_view key, dom::element value, std::string_view& text)
    {
        const auto found = textOf(value);
        if (!found)
            return mismatch(key, "a string");
        text = *found;
        return {};
    }

    Result<void> readTexts(std::string_view key,
                           dom::element value,
                           std::vector<std::optional<std::string_view>>& texts)
    {
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return mismatch(key, "a list");
        for (const auto item : list) {
            const auto text = textOf(item);
            if (!text && !item.is_null())
                return fail(ErrorKind::Malformed, "source map: `", key, "[", texts.size(),
                            "]` is neither a string nor null");
            if (++m_texts > 2ull * m_limits.maxSources)
                return tooMany(key, texts.size(), m_limits.maxSources);
            texts.push_back(text);
        }
        return {};
    }

    /// Numbers become text. Every other value becomes a name without text (docs/spec/javascript.md
    /// §6.1).
    Result<void> readNames(dom::element value, std::vector<std::string_view>& names)
    {
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return mismatch("names", "a list");
        for (const auto item : list) {
            if (++m_names > m_limits.maxNames)
                return tooMany("names", names.size(), m_limits.maxNames);
            if (const auto text = textOf(item))
                names.push_back(*text);
            else if (item.is_number())
                names.push_back(m_parsed.made.emplace_back(simdjson::minify(item)));
            else
                names.emplace_back();
        }
        return {};
    }

    static void readIgnoreList(dom::element value, std::vector<std::uint32_t>& indexes)
    {
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return;
        for (const auto item : list) {
            if (const auto index = numberOf(item))
                indexes.push_back(*index);
        }
    }

    Result<void> readSections(dom::element value, MapMembers& map, std::uint32_t depth)
    {
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return mismatch("sections", "a list");
        if (depth >= m_limits.maxSectionDepth)
            return fail(ErrorKind::Malformed, "source map: sections are nested deeper than ",
                        m_limits.maxSectionDepth);
        map.isIndexed = true;
        for (const auto item : list) {
            if (++m_sections > m_limits.maxSections)
                return fail(ErrorKind::Malformed, "source map: more than ", m_limits.maxSections,
                            " sections");
            FL_TRY(auto section, readSection(item, map.sections.size(), depth));
            map.sections.push_back(std::move(section));
        }
        return {};
    }

    Result<MapSection> readSection(dom::element item, std::size_t index, std::uint32_t depth)
    {
        MapSection section;
        std::uint64_t line = 0;
        std::uint64_t column = 0;
        if (item["offset"]["line"].get(line) != simdjson::SUCCESS ||
            item["offset"]["column"].get(column) != simdjson::SUCCESS || line > 0xffff'ffff ||
            column > 0xffff'ffff)
            return fail(ErrorKind::Malformed, "source map: section ", index, " has no offset");
        section.line = static_cast<std::uint32_t>(line);
        section.column = static_cast<std::uint32_t>(column);
        std::string_view url;
        if (item["url"].get(url) == simdjson::SUCCESS)
            section.url = url;
        dom::object map;
        if (item["map"].get(map) == simdjson::SUCCESS) {
            section.map = std::make_unique<MapMembers>();
            FL_CHECK(read(map, *section.map, depth + 1));
        }
        return section;
    }

    static std::optional<FunctionMapText> functionMapOf(dom::element item)
    {
        dom::object metadata;
        if (item.at(0).get(metadata) != simdjson::SUCCESS)
            return std::nullopt;
        FunctionMapText text;
        dom::array names;
        if (metadata["names"].get(names) != simdjson::SUCCESS ||
            metadata["mappings"].get(text.mappings) != simdjson::SUCCESS)
            return std::nullopt;
        for (const auto name : names)
            text.names.push_back(textOf(name).value_or(""));
        return text;
    }

    static void readFacebookSources(dom::element value, MapMembers& map)
    {
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return;
        map.hasFacebookSources = true;
        for (const auto item : list)
            map.facebookSources.push_back(functionMapOf(item));
    }

    static void readOffsets(dom::element value, std::vector<std::optional<std::uint32_t>>& offsets)
    {
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return;
        for (const auto item : list)
            offsets.push_back(numberOf(item));
    }

    static void readHermesOffsets(dom::element value, MapMembers& map)
    {
        dom::object modules;
        if (value.get(modules) != simdjson::SUCCESS)
            return;
        for (const auto& [key, item] : modules) {
            const auto module = parseDecimal(key);
            dom::array list;
            if (!module || *module > 0xffff'ffff || item.get(list) != simdjson::SUCCESS)
                continue;
            std::vector<std::uint32_t> offsets;
            for (const auto offset : list)
                offsets.push_back(numberOf(offset).value_or(0));
            map.hermesFunctionOffsets.emplace_back(static_cast<std::uint32_t>(*module),
                                                   std::move(offsets));
        }
    }

    void readSegments(dom::element value, MapMembers& map, std::uint32_t depth)
    {
        dom::object segments;
        if (value.get(segments) != simdjson::SUCCESS || depth >= m_limits.maxSectionDepth)
            return;
        for (const auto& [key, item] : segments) {
            dom::object object;
            auto segment = std::make_unique<MapMembers>();
            if (item.get(object) == simdjson::SUCCESS && read(object, *segment, depth + 1))
                map.facebookSegments.push_back({key, std::move(segment)});
        }
    }

    static void readScopes(dom::element value, MapMembers& map)
    {
        if (const auto text = textOf(value)) {
            map.scopes.push_back(text);
            return;
        }
        dom::array list;
        if (value.get(list) != simdjson::SUCCESS)
            return;
        map.hasScopesPerSource = true;
        for (const auto item : list)
            map.scopes.push_back(textOf(item));
    }

    ParsedText& m_parsed;
    const MapLimits& m_limits;
    std::uint32_t m_sections = 0;
    std::uint64_t m_texts = 0; // Of `sources` and of `sourcesContent`.
    std::uint64_t m_names = 0;
};

} // namespace

Result<MapFile> readMapFile(Bytes json, const MapLimits& limits)
{
    if (json.size() > limits.maxTextBytes)
        return fail(ErrorKind::Malformed, "source map of ", json.size(), " bytes, limit ",
                    limits.maxTextBytes);
    // "UTF-8 decode" of the Fetch standard removes the mark, so every browser reads such maps.
    const auto text = withoutGuard(withoutByteOrderMark(asText(json)));
    if (!text)
        return fail(ErrorKind::Malformed, "source map: the first line ends with CR alone");
    if (text->empty())
        return fail(ErrorKind::Malformed, "source map: the text is empty");
    if (const auto cost = checkJsonBounds(*text, limits.maxJsonDepth, limits.maxJsonValues); !cost)
        return fail(ErrorKind::Malformed, "source map: ", cost.error().detail);
    auto parsed = std::make_shared<ParsedText>();
    if (parsed->parser.allocate(std::max<std::size_t>(text->size(), 1), limits.maxJsonDepth) !=
        simdjson::SUCCESS)
        return fail(ErrorKind::Malformed, "source map: no memory for ", text->size(), " bytes");
    dom::element root;
    if (const auto error = parsed->parser.parse(text->data(), text->size(), true).get(root))
        return fail(ErrorKind::Malformed, "source map: ", simdjson::error_message(error));
    dom::object object;
    if (root.get(object) != simdjson::SUCCESS)
        return fail(ErrorKind::Malformed, "source map: the text is no json object");
    MapFile file;
    FL_CHECK(MapReader(*parsed, limits).read(object, file.members, 0));
    file.owner = std::move(parsed);
    return file;
}

bool looksLikeMap(const MapMembers& members)
{
    if (members.isIndexed)
        return true;
    const bool hasContent = !members.sources.empty() || !members.sourceRoot.empty() ||
                            !members.sourcesContent.empty() || !members.names.empty();
    return hasContent && !members.mappings.empty();
}

} // namespace faultline::sourcemap
