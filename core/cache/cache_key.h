// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file.h"
#include "core/base/hash.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::cache {

/// The scope that all requests share.
inline constexpr std::string_view kGlobalScope = "global";

/// The identity of an entry, as readable text. The text's SHA-256 is the entry's place on disk.
/// Text: docs/spec/sources-and-caches.md §9.2, extended by slice, options and the identity of files
/// that change in place. Immutable; cheap to copy.
class CacheKey
{
public:
    const std::string& text() const { return m_text; }

    /// "global", or the scope that the request named.
    const std::string& scope() const { return m_scope; }

    bool isGlobal() const { return m_scope == kGlobalScope; }

    const Sha256Digest& digest() const { return m_digest; }

    /// Failures are then not written to disk.
    bool failuresStayInMemory() const { return m_failuresStayInMemory; }

    /// "v2/e6/de/c688…" below the kind's folder.
    std::string relativePath(std::uint32_t version) const;

    friend bool operator==(const CacheKey& a, const CacheKey& b)
    {
        return a.m_digest == b.m_digest;
    }

private:
    friend class CacheKeyBuilder;
    CacheKey() = default;

    std::string m_text;
    std::string m_scope;
    Sha256Digest m_digest{};
    bool m_failuresStayInMemory = false;
};

/// A value as it stands in a key's text, on one line.
std::string keyValue(std::string_view value);

/// `CacheKeyBuilder(scope).addFile("acme", uri).addOption("variables", "1").build()`
class CacheKeyBuilder
{
public:
    /// An empty scope means global.
    explicit CacheKeyBuilder(std::string_view scope);

    /// Adds a contributing file: "source: <id>", "location: <uri>".
    CacheKeyBuilder& addFile(std::string_view sourceId, std::string_view location);
    /// Adds "place: <identity>" to the file that was added last: what decides which bytes the
    /// location has, beside itself. Adds nothing when it is empty.
    CacheKeyBuilder& addPlace(std::string_view identity);
    /// Adds a further file with a heading ("bcsymbolmap"): an empty line, "<heading>:", then the
    /// file.
    CacheKeyBuilder&
    addFile(std::string_view heading, std::string_view sourceId, std::string_view location);
    /// Adds "<name>: <value>": slices ("slice"), conversion options, and kinds without a file.
    CacheKeyBuilder& addOption(std::string_view name, std::string_view value);
    /// For a file whose location does not contain its id: adds size, mtime and inode, and keeps
    /// failures in memory.
    CacheKeyBuilder& addIdentity(const FileIdentity& identity);

    /// For places where a file may appear at any time without notice, such as local folders.
    CacheKeyBuilder& keepFailuresInMemory();

    CacheKey build() const;

private:
    std::string m_scope;
    std::string m_text;
    bool m_failuresStayInMemory = false;
};

} // namespace faultline::cache
