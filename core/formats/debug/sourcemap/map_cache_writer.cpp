// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache_writer.h"

#include "core/base/hash.h"
#include "core/formats/debug/sourcemap/map_cache_format.h"
#include "core/formats/debug/sourcemap/resolved_scopes.h"
#include "core/packing/compress.h"

#include <cstring>
#include <unordered_map>

namespace faultline::sourcemap {

using namespace map_cache_format;

namespace {

constexpr int kTextLevel = 1; // The fastest level of zstd, because texts are seldom read.
constexpr std::uint64_t kMaxSectionBytes = 0xffff'ffff; // Offsets are 32 bits wide.
constexpr std::size_t kMinPackedBytes = 64;       // Shorter texts are not worth a call of zstd.
constexpr std::uint32_t kMaxFirstLine = 1u << 24; // Of a module of a RAM bundle.

/// A growing section.
class Section
{
public:
    template <class T>
    void put(T value)
    {
        const auto at = m_bytes.size();
        m_bytes.resize(at + sizeof(T));
        std::memcpy(m_bytes.data() + at, &value, sizeof(T));
    }

    void putBytes(Bytes bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

    void putNumber(std::uint64_t value)
    {
        while (value >= 0x80) {
            m_bytes.push_back(static_cast<std::byte>(value | 0x80));
            value >>= 7;
        }
        m_bytes.push_back(static_cast<std::byte>(value));
    }

    std::uint64_t size() const { return m_bytes.size(); }

    void pad() { m_bytes.resize((m_bytes.size() + 7) / 8 * 8); }

    Bytes bytes() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

std::uint64_t zigzag(std::int64_t value)
{
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}

/// Stores each string once.
class StringTable
{
public:
    /// The viewed bytes must outlive the table.
    std::uint32_t add(std::string_view text)
    {
        const auto [entry, isNew] = m_indexes.try_emplace(text, m_count);
        if (isNew) {
            m_table.put(static_cast<std::uint32_t>(m_characters.size()));
            m_table.put(static_cast<std::uint32_t>(text.size()));
            m_characters.putBytes(asBytes(text));
            ++m_count;
        }
        return entry->second;
    }

    std::uint32_t count() const { return m_count; }

    Section& table() { return m_table; }

    Section& characters() { return m_characters; }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_indexes;
    Section m_table;
    Section m_characters;
    std::uint32_t m_count = 0;
};

/// Names the functions of tokens. The tokens must come in ascending order.
class ScopeNamer
{
public:
    ScopeNamer(const SourceMap& map, StringTable& strings) : m_map(map), m_strings(strings) {}

    /// Errors: Cancelled.
    Result<void> readScript(const MapCacheInput& input, const std::stop_token& stop)
    {
        const auto firstLine = firstLineOf(input);
        if (firstLine > kMaxFirstLine)
            return {};
        const auto moved = firstLine > 0 && !input.script.empty()
                               ? std::string(firstLine, '\n').append(asText(input.script))
                               : std::string();
        const auto text = moved.empty() ? asText(input.script) : std::string_view(moved);
        auto scopes = script::findScriptScopes(text, input.scriptLimits, stop);
        if (!scopes && scopes.error().kind == ErrorKind::Cancelled)
            return std::unexpected(std::move(scopes.error()));
        if (!scopes)
            return {};
        m_hasScopes = true;
        const script::ScriptText places(text);
        m_cursor.emplace(*scopes, places);
        for (const auto& scope : *scopes)
            m_names.push_back(resolvedName(scope, places, m_map));
        m_numbers.assign(m_names.size(), kScopeUnknown);
        return {};
    }

    std::uint32_t scopeOf(const Token& token)
    {
        if (m_map.hasFunctionMaps())
            return functionOf(token);
        const auto scope = m_cursor ? m_cursor->scopeAt(token.generated) : ScopeCursor::kOutside;
        if (scope == ScopeCursor::kOutside)
            return kScopeUnknown;
        auto& number = m_numbers[scope];
        if (number == kScopeUnknown)
            number =
                m_names[scope] ? m_strings.add(*m_names[scope]) + kFirstScope : kScopeAnonymous;
        return number;
    }

    bool hasScopes() const { return m_hasScopes; }

private:
    /// Returns the line of the map's text at which the script begins; not 0 for modules of a RAM
    /// bundle only.
    std::uint32_t firstLineOf(const MapCacheInput& input) const
    {
        const auto& lines = m_map.members().facebookOffsets;
        const auto& part = input.options.part;
        const bool isModule = part && part->module && *part->module < lines.size();
        return isModule ? lines[static_cast<std::size_t>(*part->module)].value_or(0) : 0;
    }

    std::uint32_t functionOf(const Token& token)
    {
        if (!token.isMapped() || !m_map.sources()[token.source].functions)
            return kScopeUnknown;
        const auto name = m_map.sources()[token.source].functions->nameAt(token.original);
        return name ? m_strings.add(*name) + kFirstScope : kScopeUnknown;
    }

    const SourceMap& m_map;
    StringTable& m_strings;
    std::optional<ScopeCursor> m_cursor;
    std::vector<std::optional<std::string>> m_names; // Indexed by scope.
    std::vector<std::uint32_t> m_numbers;            // Indexed by scope.
    bool m_hasScopes = false;
};

/// Writes tokens into blocks.
class TokenWriter
{
public:
    /// `name` is the number of a string.
    void add(const Token& token, std::uint32_t name, std::uint32_t scope)
    {
        if (m_count % kTokensPerBlock == 0)
            beginBlock(token);
        ++m_count;
        putGenerated(token.generated);
        if (!token.isMapped()) {
            m_tokens.put(std::uint8_t{0});
            return;
        }
        const bool hasName = token.name != kNone;
        const auto bit = [](bool isSet, std::uint8_t value) { return isSet ? value : 0; };
        m_tokens.put(static_cast<std::uint8_t>(
            kMapped | bit(token.source != m_last.source, kSourceChanges) |
            bit(token.original.line != m_last.original.line, kLineChanges) |
            bit(token.original.column != m_last.original.column, kColumnChanges) |
            bit(hasName, kHasName) | bit(scope != m_scope, kScopeChanges) |
            bit(token.isRange, kIsRange)));
        putChange(token.source, m_last.source);
        putChange(token.original.line, m_last.original.line);
        putChange(token.original.column, m_last.original.column);
        if (hasName)
            m_tokens.putNumber(zigzag(std::int64_t{name} - m_name));
        putChange(scope, m_scope);
        if (hasName)
            m_name = name;
        m_last.source = token.source;
        m_last.original = token.original;
        m_scope = scope;
    }

    std::uint32_t count() const { return m_count; }

    Section& blocks() { return m_blocks; }

    Section& tokens() { return m_tokens; }

private:
    void beginBlock(const Token& token)
    {
        m_blocks.put(token.generated.line);
        m_blocks.put(token.generated.column);
        m_blocks.put(static_cast<std::uint32_t>(m_tokens.size()));
        m_last = {.generated = token.generated, .source = 0, .original = {.line = 0, .column = 0}};
        m_name = 0;
        m_scope = 0;
    }

    void putGenerated(Position generated)
    {
        if (generated.line != m_last.generated.line) {
            const auto step = std::uint64_t{generated.line} - m_last.generated.line;
            m_tokens.putNumber(step << 1 | 1);
            m_tokens.putNumber(generated.column);
        } else {
            m_tokens.putNumber((std::uint64_t{generated.column} - m_last.generated.column) << 1);
        }
        m_last.generated = generated;
    }

    void putChange(std::uint32_t value, std::uint32_t before)
    {
        if (value != before)
            m_tokens.putNumber(zigzag(std::int64_t{value} - before));
    }

    Section m_blocks;
    Section m_tokens;
    std::uint32_t m_count = 0;
    Token m_last;
    std::uint32_t m_name = 0;
    std::uint32_t m_scope = 0;
};

/// One conversion. An object is used once.
class Conversion
{
public:
    Conversion(const SourceMap& map, const MapCacheInput& input) : m_map(map), m_input(input) {}

    Result<void> run(TempFile& out, const std::stop_token& stop)
    {
        ScopeNamer namer(m_map, m_strings);
        if (!m_map.hasFunctionMaps())
            FL_CHECK(namer.readScript(m_input, stop));
        m_flags = (m_map.hasFunctionMaps() ? kFlagFunctionMaps : 0) |
                  (namer.hasScopes() ? kFlagScriptScopes : 0);
        FL_CHECK(addTokens(namer, stop));
        FL_CHECK(addSources(stop));
        addScopes();
        addModules();
        const auto& damage = m_map.firstDamage();
        m_damage = damage.empty() ? 0 : m_strings.add(damage) + 1;
        return write(out);
    }

private:
    using Sections = std::array<Section*, 9>;

    Result<void> addTokens(ScopeNamer& namer, const std::stop_token& stop)
    {
        const bool isStrict = m_input.options.leniency == Leniency::Strict;
        const Token* last = nullptr;
        std::uint32_t lastScope = 0;
        for (const auto& token : m_map.tokens()) {
            const auto scope = namer.scopeOf(token);
            // The reference drops a token that repeats the previous one. The first token of a line
            // is kept, because nothing carries over to a new line. Best answers need all: a token
            // at exactly the position counts more than one before it.
            const bool isRepeated =
                isStrict && last != nullptr && !token.isRange && scope == lastScope &&
                token.generated.line == last->generated.line && token.hasSameOriginal(*last);
            last = &token;
            lastScope = scope;
            if (isRepeated)
                continue;
            m_tokens.add(token, token.name == kNone ? 0 : m_strings.add(m_map.nameOf(token)),
                         scope);
            if ((m_tokens.count() & 0xffff) == 0 && stop.stop_requested())
                return fail(ErrorKind::Cancelled, "source map cache: no longer wanted");
        }
        if (m_tokens.tokens().size() > kMaxSectionBytes)
            return fail(ErrorKind::Unsupported, "source map cache: ", m_tokens.count(),
                        " tokens are too many");
        return {};
    }

    Result<void> addSources(const std::stop_token& stop)
    {
        for (const auto& source : m_map.sources()) {
            if (stop.stop_requested())
                return fail(ErrorKind::Cancelled, "source map cache: no longer wanted");
            m_sources.put(m_strings.add(source.name));
            m_sources.put((source.content ? kSourceHasText : 0) |
                          (source.isIgnored ? kSourceIsIgnored : 0));
            m_sources.put(m_texts.size());
            const auto text = asBytes(source.content.value_or(""));
            ByteView packed;
            if (text.size() >= kMinPackedBytes) {
                FL_TRY(packed, packing::compressZstd(text, kTextLevel));
            }
            const bool isSmaller = !packed.empty() && packed.size() < text.size();
            m_texts.putBytes(isSmaller ? packed.span() : text);
            m_sources.put(static_cast<std::uint32_t>(isSmaller ? packed.size() : text.size()));
            m_sources.put(static_cast<std::uint32_t>(text.size()));
        }
        return {};
    }

    void addModules()
    {
        m_moduleCount = static_cast<std::uint32_t>(m_map.members().facebookOffsets.size());
        for (const auto& line : m_map.members().facebookOffsets)
            m_modules.put(line.value_or(kNoModule));
    }

    void addScopes()
    {
        const auto& names = m_map.names();
        for (const auto& node : m_map.scopes().nodes) {
            const bool hasName = node.name < names.size();
            m_nodes.put(node.parent);
            m_nodes.put(hasName ? m_strings.add(names[node.name]) : 0);
            m_nodes.put((hasName ? kNodeHasName : 0) | (node.isHidden ? kNodeIsHidden : 0) |
                        (node.isInlined() ? kNodeIsInlined : 0));
            m_nodes.put(node.callSource);
            m_nodes.put(node.call.line);
            m_nodes.put(node.call.column);
        }
        for (const auto& boundary : m_map.scopes().boundaries) {
            m_boundaries.put(boundary.start.line);
            m_boundaries.put(boundary.start.column);
            m_boundaries.put(boundary.node);
        }
    }

    Result<void> write(TempFile& out)
    {
        std::vector<std::byte> head(header::kSectionsAt);
        const auto store = [&head](std::size_t at, auto value) {
            std::memcpy(head.data() + at, &value, sizeof(value));
        };
        std::memcpy(head.data(), kMagic.data(), kMagic.size());
        store(header::kVersionAt, kVersion);
        store(header::kFlagsAt, m_flags);
        store(header::kTokenCountAt, m_tokens.count());
        store(header::kBlockCountAt,
              static_cast<std::uint32_t>(m_tokens.blocks().size() / kBlockBytes));
        store(header::kSourceCountAt, static_cast<std::uint32_t>(m_map.sources().size()));
        store(header::kStringCountAt, m_strings.count());
        store(header::kTokenBytesAt, m_tokens.tokens().size());
        store(header::kStringBytesAt, m_strings.characters().size());
        store(header::kTextBytesAt, m_texts.size());
        store(header::kDroppedAt, m_map.droppedSegments());
        store(header::kDamageAt, m_damage);
        store(header::kNodeCountAt, static_cast<std::uint32_t>(m_map.scopes().nodes.size()));
        store(header::kModuleCountAt, m_moduleCount);
        store(header::kBoundaryCountAt,
              static_cast<std::uint32_t>(m_map.scopes().boundaries.size()));
        if (m_strings.characters().size() > kMaxSectionBytes)
            return fail(ErrorKind::Unsupported, "source map cache: names are too long");
        const Sections sections{&m_tokens.blocks(),
                                &m_tokens.tokens(),
                                &m_sources,
                                &m_strings.table(),
                                &m_nodes,
                                &m_boundaries,
                                &m_modules,
                                &m_strings.characters(),
                                &m_texts};
        std::uint64_t sizeBytes = head.size();
        for (auto* section : sections) {
            section->pad();
            sizeBytes += section->size();
        }
        store(header::kFileSizeAt, sizeBytes);
        return writeParts(head, sections, out);
    }

    /// The parts under the checksum are never in memory together, so the file is mapped to compute
    /// it.
    static Result<void> writeParts(Bytes head, const Sections& sections, TempFile& out)
    {
        const auto base = out.sizeBytes();
        FL_CHECK(out.append(head));
        for (const auto* section : sections)
            FL_CHECK(out.append(section->bytes()));
        FL_TRY(const auto written, out.map());
        const auto sum = checksum64(written.span().subspan(base + header::kFileSizeAt));
        std::array<std::byte, sizeof(sum)> bytes{};
        std::memcpy(bytes.data(), &sum, sizeof(sum));
        return out.writeAt(base + header::kChecksumAt, bytes);
    }

    const SourceMap& m_map;
    const MapCacheInput& m_input;
    StringTable m_strings;
    TokenWriter m_tokens;
    Section m_sources;
    Section m_texts;
    Section m_nodes;
    Section m_boundaries;
    Section m_modules;
    std::uint32_t m_moduleCount = 0;
    std::uint32_t m_flags = 0;
    std::uint32_t m_damage = 0;
};

} // namespace

Result<void> writeMapCache(const MapCacheInput& input, TempFile& out, std::stop_token stop)
{
    FL_TRY(const auto map, SourceMap::parse(input.map, input.options, stop));
    return Conversion(map, input).run(out, stop);
}

} // namespace faultline::sourcemap
