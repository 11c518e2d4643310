// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_cache.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"
#include "core/formats/debug/sourcemap/map_cache_format.h"
#include "core/packing/compression.h"

#include <bit>
#include <cstring>

namespace faultline::sourcemap {

using namespace map_cache_format;

namespace {

static_assert(std::endian::native == std::endian::little);

template <class T>
T load(Bytes bytes, std::size_t offset)
{
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// Returns the sections one after the other, in file order.
class SectionCutter
{
public:
    explicit SectionCutter(Bytes file) : m_file(file) {}

    std::optional<Bytes> next(std::uint64_t count, std::size_t recordBytes)
    {
        const auto section = ByteReader(m_file).table(m_offset, count, recordBytes);
        if (section)
            m_offset += (section->size() + 7) / 8 * 8;
        return section;
    }

private:
    Bytes m_file;
    std::uint64_t m_offset = header::kSectionsAt;
};

} // namespace

/// A token as a block stores it.
struct RawToken
{
    Position generated;
    std::uint32_t source = 0;
    Position original;
    std::uint32_t name = 0;
    std::uint32_t scope = 0;
    std::uint8_t bits = 0;
};

/// Reads the tokens of one block in order.
class MapCache::BlockReader
{
public:
    BlockReader(const MapCache& cache, std::uint32_t block)
        : m_bytes(cache.m_tokens), m_left(kTokensPerBlock)
    {
        m_token.generated = cache.blockStart(block);
        m_at = load<std::uint32_t>(cache.m_blocks, std::size_t{block} * kBlockBytes + 8);
        const bool isLast = block + 1 == cache.m_blockCount;
        m_end = isLast ? m_bytes.size()
                       : load<std::uint32_t>(cache.m_blocks, (block + 1ull) * kBlockBytes + 8);
        if (m_end > m_bytes.size() || m_at > m_end)
            m_left = 0;
    }

    /// Returns false at the end of the block, and when the block is damaged.
    bool next()
    {
        if (m_left == 0 || m_at >= m_end)
            return false;
        --m_left;
        readGenerated();
        if (m_at >= m_end)
            return false;
        m_token.bits = static_cast<std::uint8_t>(m_bytes[m_at++]);
        if ((m_token.bits & kMapped) != 0)
            readOriginal();
        return true;
    }

    const RawToken& token() const { return m_token; }

private:
    /// The first token has the position of its block.
    void readGenerated()
    {
        const auto first = number();
        auto& generated = m_token.generated;
        if ((first & 1) != 0) {
            const auto column = number();
            if (!m_isFirst)
                generated = {.line = generated.line + static_cast<std::uint32_t>(first >> 1),
                             .column = static_cast<std::uint32_t>(column)};
        } else if (!m_isFirst) {
            generated.column += static_cast<std::uint32_t>(first >> 1);
        }
        m_isFirst = false;
    }

    void readOriginal()
    {
        const auto change = [this](std::uint8_t bit, std::uint32_t& value) {
            if ((m_token.bits & bit) != 0)
                value = static_cast<std::uint32_t>(value + unzigzag(number()));
        };
        change(kSourceChanges, m_token.source);
        change(kLineChanges, m_token.original.line);
        change(kColumnChanges, m_token.original.column);
        change(kHasName, m_token.name);
        change(kScopeChanges, m_token.scope);
    }

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; m_at < m_end && shift < 64; shift += 7) {
            const auto byte = static_cast<std::uint8_t>(m_bytes[m_at++]);
            value |= std::uint64_t(byte & 0x7fu) << shift;
            if ((byte & 0x80) == 0)
                break;
        }
        return value;
    }

    Bytes m_bytes;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint32_t m_left;
    bool m_isFirst = true;
    RawToken m_token;
};

Result<MapCache> MapCache::open(ByteView file)
{
    MapCache cache(std::move(file));
    FL_CHECK(cache.readHeader());
    return cache;
}

Result<void> MapCache::readHeader()
{
    const Bytes bytes = m_file.span();
    if (bytes.size() < header::kSectionsAt ||
        std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
        return fail(ErrorKind::Malformed, "source map cache: no magic in ", bytes.size(), " bytes");
    if (const auto version = load<std::uint32_t>(bytes, header::kVersionAt); version != kVersion)
        return fail(ErrorKind::Malformed, "source map cache: version ", version, ", not ",
                    kVersion);
    if (const auto size = load<std::uint64_t>(bytes, header::kFileSizeAt); size != bytes.size())
        return fail(ErrorKind::Malformed, "source map cache: ", bytes.size(),
                    " bytes, header says ", size);
    m_flags = load<std::uint32_t>(bytes, header::kFlagsAt);
    m_tokenCount = load<std::uint32_t>(bytes, header::kTokenCountAt);
    m_blockCount = load<std::uint32_t>(bytes, header::kBlockCountAt);
    m_sourceCount = load<std::uint32_t>(bytes, header::kSourceCountAt);
    m_stringCount = load<std::uint32_t>(bytes, header::kStringCountAt);
    m_dropped = load<std::uint32_t>(bytes, header::kDroppedAt);
    m_damage = load<std::uint32_t>(bytes, header::kDamageAt);
    m_nodeCount = load<std::uint32_t>(bytes, header::kNodeCountAt);
    m_boundaryCount = load<std::uint32_t>(bytes, header::kBoundaryCountAt);
    SectionCutter sections(bytes);
    const auto blocks = sections.next(m_blockCount, kBlockBytes);
    const auto tokens = sections.next(load<std::uint64_t>(bytes, header::kTokenBytesAt), 1);
    const auto sources = sections.next(m_sourceCount, kSourceBytes);
    const auto strings = sections.next(m_stringCount, kStringBytes);
    const auto nodes = sections.next(m_nodeCount, kNodeBytes);
    const auto boundaries = sections.next(m_boundaryCount, kBoundaryBytes);
    const auto modules =
        sections.next(load<std::uint32_t>(bytes, header::kModuleCountAt), kModuleBytes);
    const auto characters = sections.next(load<std::uint64_t>(bytes, header::kStringBytesAt), 1);
    const auto texts = sections.next(load<std::uint64_t>(bytes, header::kTextBytesAt), 1);
    if (!blocks || !tokens || !sources || !strings || !nodes || !boundaries || !modules ||
        !characters || !texts)
        return fail(ErrorKind::Malformed, "source map cache: ", m_blockCount, " blocks, ",
                    m_sourceCount, " sources and ", m_stringCount, " strings do not fit ",
                    bytes.size(), " bytes");
    m_blocks = *blocks;
    m_tokens = *tokens;
    m_sources = *sources;
    m_strings = *strings;
    m_nodes = *nodes;
    m_boundaries = *boundaries;
    m_modules = *modules;
    m_stringBytes = *characters;
    m_texts = *texts;
    return {};
}

bool MapCache::verify() const
{
    const Bytes bytes = m_file.span();
    return load<std::uint64_t>(bytes, header::kChecksumAt) ==
           checksum64(bytes.subspan(header::kFileSizeAt));
}

bool MapCache::hasFunctionMaps() const
{
    return (m_flags & kFlagFunctionMaps) != 0;
}

bool MapCache::hasScriptScopes() const
{
    return (m_flags & kFlagScriptScopes) != 0;
}

Position MapCache::blockStart(std::uint32_t block) const
{
    const auto at = std::size_t{block} * kBlockBytes;
    return {.line = load<std::uint32_t>(m_blocks, at),
            .column = load<std::uint32_t>(m_blocks, at + 4)};
}

std::uint32_t MapCache::lastBlockLine() const
{
    return m_blockCount == 0 ? 0 : blockStart(m_blockCount - 1).line;
}

std::optional<std::uint32_t> MapCache::blockOf(Position generated) const
{
    std::uint32_t low = 0;
    std::uint32_t high = m_blockCount;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (blockStart(middle) <= generated)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? std::nullopt : std::optional(low - 1);
}

std::string_view MapCache::string(std::uint32_t index) const
{
    if (index >= m_stringCount)
        return {};
    const auto at = std::size_t{index} * kStringBytes;
    return asText(
        ByteReader(m_stringBytes)
            .table(load<std::uint32_t>(m_strings, at), load<std::uint32_t>(m_strings, at + 4), 1)
            .value_or(Bytes()));
}

namespace {

/// Resolves the string numbers of a token.
MapHit hitOf(const RawToken& token)
{
    MapHit hit;
    hit.generated = token.generated;
    if ((token.bits & kMapped) != 0) {
        hit.source = token.source;
        hit.original = token.original;
        hit.isRange = (token.bits & kIsRange) != 0;
    }
    return hit;
}

} // namespace

/// If two tokens have the position, the first one may be the last token of the previous block.
std::optional<RawToken>
MapCache::rawTokenAt(std::uint32_t block, Position generated, Among among) const
{
    std::optional<RawToken> found;
    const bool isFirst = among == Among::First;
    const auto first = isFirst && block > 0 && blockStart(block) == generated ? block - 1 : block;
    for (auto at = first; at <= block; ++at) {
        for (BlockReader reader(*this, at); reader.next();) {
            if (reader.token().generated > generated)
                return found;
            found = reader.token();
            if (isFirst && found->generated == generated)
                return found;
        }
    }
    return found;
}

std::optional<MapHit> MapCache::tokenAt(Position generated, Among among) const
{
    const auto block = blockOf(generated);
    if (!block)
        return std::nullopt;
    const auto found = rawTokenAt(*block, generated, among);
    if (!found || found->generated.line != generated.line)
        return std::nullopt;
    auto hit = hitOf(*found);
    if (!hit.isMapped())
        return hit;
    if ((found->bits & kHasName) != 0)
        hit.name = string(found->name);
    if (found->scope == kScopeAnonymous)
        hit.scope.kind = ScopeAnswer::Kind::Anonymous;
    else if (found->scope >= kFirstScope)
        hit.scope = {.kind = ScopeAnswer::Kind::Named, .name = string(found->scope - kFirstScope)};
    return hit;
}

std::optional<MapHit> MapCache::lookup(Position generated, Among among) const
{
    auto hit = tokenAt(generated, among);
    return hit && hit->isMapped() ? hit : std::nullopt;
}

std::optional<MapHit> MapCache::tokenAfter(Position generated) const
{
    const auto first = blockOf(generated).value_or(0);
    for (auto block = first; block < m_blockCount && block <= first + 1; ++block) {
        for (BlockReader reader(*this, block); reader.next();) {
            const auto at = reader.token().generated;
            if (at.line > generated.line)
                return std::nullopt;
            if (at > generated)
                return tokenAt(at);
        }
    }
    return std::nullopt;
}

std::string_view MapCache::firstDamage() const
{
    return m_damage == 0 ? std::string_view() : string(m_damage - 1);
}

std::optional<std::uint32_t> MapCache::firstLineOf(std::uint64_t module) const
{
    if (module >= m_modules.size() / kModuleBytes)
        return std::nullopt;
    const auto line =
        load<std::uint32_t>(m_modules, static_cast<std::size_t>(module) * kModuleBytes);
    return line == kNoModule ? std::nullopt : std::optional(line);
}

std::uint32_t MapCache::scopeNodeAt(Position generated) const
{
    std::uint32_t low = 0;
    std::uint32_t high = m_boundaryCount;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        const auto at = std::size_t{middle} * kBoundaryBytes;
        const Position start{.line = load<std::uint32_t>(m_boundaries, at),
                             .column = load<std::uint32_t>(m_boundaries, at + 4)};
        if (start <= generated)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? kNoScopeNode
                    : load<std::uint32_t>(m_boundaries, (low - 1ull) * kBoundaryBytes + 8);
}

std::vector<ScopeFrame> MapCache::scopesAt(Position generated, std::size_t limit) const
{
    std::vector<ScopeFrame> frames;
    for (auto node = scopeNodeAt(generated); node < m_nodeCount && frames.size() < limit;) {
        const auto at = std::size_t{node} * kNodeBytes;
        const auto bits = load<std::uint32_t>(m_nodes, at + 8);
        ScopeFrame frame;
        if ((bits & kNodeHasName) != 0)
            frame.name = string(load<std::uint32_t>(m_nodes, at + 4));
        frame.isHidden = (bits & kNodeIsHidden) != 0;
        frame.call = {.line = load<std::uint32_t>(m_nodes, at + 16),
                      .column = load<std::uint32_t>(m_nodes, at + 20)};
        const auto around = load<std::uint32_t>(m_nodes, at);
        if ((bits & kNodeIsInlined) != 0)
            frame.callSource = load<std::uint32_t>(m_nodes, at + 12);
        frames.push_back(frame);
        if (!frame.callSource)
            break; // The engine's own function.
        node = around < node ? around : kNoScopeNode;
    }
    return frames;
}

std::optional<CachedSource> MapCache::source(std::uint32_t index) const
{
    if (index >= m_sourceCount)
        return std::nullopt;
    const auto at = std::size_t{index} * kSourceBytes;
    const auto bits = load<std::uint32_t>(m_sources, at + 4);
    return CachedSource{.name = string(load<std::uint32_t>(m_sources, at)),
                        .hasText = (bits & kSourceHasText) != 0,
                        .isIgnored = (bits & kSourceIsIgnored) != 0};
}

Result<std::optional<ByteView>> MapCache::sourceText(std::uint32_t index) const
{
    const auto known = source(index);
    if (!known || !known->hasText)
        return std::nullopt;
    const auto at = std::size_t{index} * kSourceBytes;
    const auto packedBytes = load<std::uint32_t>(m_sources, at + 16);
    const auto textBytes = load<std::uint32_t>(m_sources, at + 20);
    const auto packed =
        ByteReader(m_texts).table(load<std::uint64_t>(m_sources, at + 8), packedBytes, 1);
    if (!packed)
        return fail(ErrorKind::Malformed, "source map cache: the text of source ", index,
                    " lies outside");
    if (packedBytes == textBytes)
        return ByteView(m_file.owner(), *packed);
    FL_TRY(auto text, packing::decompressZstd(*packed, textBytes, textBytes));
    return text;
}

} // namespace faultline::sourcemap
