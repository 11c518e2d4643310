#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/sourcemap/token.h"

#include <optional>
#include <string_view>

namespace faultline::sourcemap {

/// What is known of the function around a token.
struct ScopeAnswer
{
    enum class Kind : std::uint8_t { Unknown, Anonymous, Named } kind = Kind::Unknown;
    std::string_view name;
};

/// A token of a cache. Views live as long as the cache's bytes.
struct MapHit
{
    Position generated; ///< Where the token begins.
    std::uint32_t source = kNone;
    Position original{kNone, kNone};
    std::optional<std::string_view> name; ///< Of `names`.
    ScopeAnswer scope;                    ///< At the token's start.
    bool isRange = false;

    bool isMapped() const { return source != kNone; }
};

/// One original source of a cache.
struct CachedSource
{
    std::string_view name; ///< Empty where the map has none.
    bool hasText = false;
    bool isIgnored = false;
};

struct RawToken;

/// Which of two tokens counts at the very position where both begin. The reference's cache takes
/// the last, @jridgewell/trace-mapping the first; behind that position the last counts for all.
enum class Among : std::uint8_t { First, Last };

/// Our look-up format for source maps: answers from the mapping, parses and allocates nothing but a
/// source's text. Immutable, thread-safe. Layout: docs/sourcemap-cache-format.md.
class MapCache
{
public:
    /// Errors: Malformed (not of this version, damaged header, sizes that do not fit).
    static Result<MapCache> open(ByteView file);

    /// The last token at or in front of a generated position on the same line, mapped or not;
    /// absent in front of the first token of the line.
    std::optional<MapHit> tokenAt(Position generated, Among among = Among::Last) const;

    /// The same if it is mapped: where the position comes from.
    std::optional<MapHit> lookup(Position generated, Among among = Among::Last) const;

    /// The first token behind a generated position on the same line.
    std::optional<MapHit> tokenBehind(Position generated) const;

    std::uint32_t sourceCount() const { return m_sourceCount; }

    std::optional<CachedSource> source(std::uint32_t index) const;

    /// The text of a source; unpacks it. Absent when the map does not carry it. Errors: Malformed.
    Result<std::optional<ByteView>> sourceText(std::uint32_t index) const;

    std::uint32_t tokenCount() const { return m_tokenCount; }

    /// A line near the last one that has a token; never one after it. 0 without tokens.
    std::uint32_t lastBlockLine() const;

    /// Segments that could not be read and were passed over.
    std::uint32_t droppedSegments() const { return m_dropped; }

    bool hasFunctionMaps() const;
    bool hasScriptScopes() const;

    /// Compares the checksum of everything behind the header's start.
    bool verify() const;

private:
    class BlockReader;

    explicit MapCache(ByteView file) : m_file(std::move(file)) {}

    Result<void> readHeader();
    Position blockStart(std::uint32_t block) const;
    /// The last block that begins at or in front of a position.
    std::optional<std::uint32_t> blockOf(Position generated) const;
    std::optional<RawToken> rawTokenAt(std::uint32_t block, Position generated, Among among) const;
    std::string_view string(std::uint32_t index) const;

    ByteView m_file;
    std::uint32_t m_flags = 0;
    std::uint32_t m_tokenCount = 0;
    std::uint32_t m_blockCount = 0;
    std::uint32_t m_sourceCount = 0;
    std::uint32_t m_stringCount = 0;
    std::uint32_t m_dropped = 0;
    Bytes m_blocks;
    Bytes m_tokens;
    Bytes m_sources;
    Bytes m_strings;
    Bytes m_stringBytes;
    Bytes m_texts;
};

} // namespace faultline::sourcemap
