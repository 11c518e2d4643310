// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/sourcemap/token.h"

#include <optional>
#include <string_view>
#include <vector>

namespace faultline::sourcemap {

/// The function around a token, as far as it is known.
struct ScopeAnswer
{
    enum class Kind : std::uint8_t { Unknown, Anonymous, Named } kind = Kind::Unknown;
    std::string_view name;
};

/// A token of a cache. Views live as long as the cache's bytes.
struct MapHit
{
    Position generated; ///< Start of the token.
    std::uint32_t source = kNone;
    Position original{kNone, kNone};
    std::optional<std::string_view> name; ///< An entry of `names`.
    ScopeAnswer scope;                    ///< The scope at the token's start.
    bool isRange = false;

    bool isMapped() const { return source != kNone; }
};

/// One original source of a cache.
struct CachedSource
{
    std::string_view name; ///< Empty when the map has no name.
    bool hasText = false;
    bool isIgnored = false;
};

/// A function around a position, as the map's scopes tell (ECMA-426).
struct ScopeFrame
{
    std::optional<std::string_view> name;
    bool isHidden = false; ///< A tool added the function.
    /// For an inlined body: the source that calls it, and where.
    std::optional<std::uint32_t> callSource;
    Position call;
};

struct RawToken;

/// Chooses between two tokens that begin at exactly the requested position. The reference's cache
/// takes the last one, @jridgewell/trace-mapping the first one. After that position both take the
/// last one.
enum class Among : std::uint8_t { First, Last };

/// Our format for look-ups in source maps. Reads the bytes in place and allocates memory only for
/// the text of a source. Immutable, thread-safe. Layout: docs/sourcemap-cache-format.md.
class MapCache
{
public:
    /// Errors: Malformed (another version, a damaged header, or sections that do not fit into the
    /// file).
    static Result<MapCache> open(ByteView file);

    /// Returns the last token at or before a generated position on the same line, even if it is not
    /// mapped. Absent before the first token of the line.
    std::optional<MapHit> tokenAt(Position generated, Among among = Among::Last) const;

    /// The same, but absent if the token is not mapped.
    std::optional<MapHit> lookup(Position generated, Among among = Among::Last) const;

    /// Returns the first token after a generated position on the same line.
    std::optional<MapHit> tokenAfter(Position generated) const;

    /// Returns the inlined bodies around a generated position, innermost first, and the function
    /// that contains them; at most `limit`. Empty when the map does not tell.
    std::vector<ScopeFrame> scopesAt(Position generated, std::size_t limit) const;

    std::uint32_t sourceCount() const { return m_sourceCount; }

    std::optional<CachedSource> source(std::uint32_t index) const;

    /// Unpacks and returns the text of a source. Absent when the map does not contain it. Errors:
    /// Malformed.
    Result<std::optional<ByteView>> sourceText(std::uint32_t index) const;

    std::uint32_t tokenCount() const { return m_tokenCount; }

    /// Returns a line close to the last one with a token, but never a later one; 0 without tokens.
    std::uint32_t lastBlockLine() const;

    /// Number of segments that could not be read.
    std::uint32_t droppedSegments() const { return m_dropped; }

    /// Tells whether this is the map of a RAM bundle, whose modules are scripts of their own.
    bool hasModules() const { return !m_modules.empty(); }

    /// Returns the first generated line of a module of a RAM bundle.
    std::optional<std::uint32_t> firstLineOf(std::uint64_t module) const;

    /// What is damaged in the map and where; empty when nothing is.
    std::string_view firstDamage() const;

    bool hasFunctionMaps() const;
    bool hasScriptScopes() const;

    /// Compares the checksum of the file after the checksum field.
    bool verify() const;

private:
    class BlockReader;

    explicit MapCache(ByteView file) : m_file(std::move(file)) {}

    Result<void> readHeader();
    Position blockStart(std::uint32_t block) const;
    std::uint32_t scopeNodeAt(Position generated) const;
    /// Returns the last block that begins at or before a position.
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
    std::uint32_t m_damage = 0;
    std::uint32_t m_boundaryCount = 0;
    std::uint32_t m_nodeCount = 0;
    Bytes m_blocks;
    Bytes m_tokens;
    Bytes m_sources;
    Bytes m_strings;
    Bytes m_nodes;
    Bytes m_boundaries;
    Bytes m_modules;
    Bytes m_stringBytes;
    Bytes m_texts;
};

} // namespace faultline::sourcemap
