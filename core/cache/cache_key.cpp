// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_key.h"

#include "core/base/hex.h"
#include "core/base/result.h"

namespace faultline::cache {

std::string CacheKey::relativePath(std::uint32_t version) const
{
    const auto hex = hexOfBytes(std::as_bytes(std::span(m_digest)));
    return concat("v", version, "/", hex.substr(0, 2), "/", hex.substr(2, 2), "/", hex.substr(4));
}

/// Line feeds inside a value would let one key imitate another, and so would an escape that a value
/// may contain.
std::string keyValue(std::string_view value)
{
    std::string text;
    text.reserve(value.size());
    for (const char c : value) {
        if (c == '\n')
            text += "\\n";
        else if (c == '\\')
            text += "\\\\";
        else
            text += c;
    }
    return text;
}

namespace {

std::string fileBlock(std::string_view sourceId, std::string_view location)
{
    return concat("source: ", keyValue(sourceId), "\nlocation: ", keyValue(location), "\n");
}

} // namespace

CacheKeyBuilder::CacheKeyBuilder(std::string_view scope)
    : m_scope(scope.empty() ? kGlobalScope : scope)
{
    m_text = concat("scope: ", keyValue(m_scope), "\n\n");
}

CacheKeyBuilder& CacheKeyBuilder::addFile(std::string_view sourceId, std::string_view location)
{
    m_text += fileBlock(sourceId, location);
    return *this;
}

CacheKeyBuilder& CacheKeyBuilder::addPlace(std::string_view identity)
{
    return identity.empty() ? *this : addOption("place", identity);
}

CacheKeyBuilder& CacheKeyBuilder::addFile(std::string_view heading,
                                          std::string_view sourceId,
                                          std::string_view location)
{
    m_text += concat("\n", heading, ":\n", fileBlock(sourceId, location));
    return *this;
}

CacheKeyBuilder& CacheKeyBuilder::addOption(std::string_view name, std::string_view value)
{
    m_text += concat(name, ": ", keyValue(value), "\n");
    return *this;
}

CacheKeyBuilder& CacheKeyBuilder::addIdentity(const FileIdentity& identity)
{
    m_text += concat("identity: size ", identity.sizeBytes, " mtime ", identity.mtimeNs, " inode ",
                     identity.inode, " device ", identity.device, "\n");
    m_failuresStayInMemory = true;
    return *this;
}

CacheKeyBuilder& CacheKeyBuilder::keepFailuresInMemory()
{
    m_failuresStayInMemory = true;
    return *this;
}

CacheKey CacheKeyBuilder::build() const
{
    CacheKey key;
    key.m_text = m_text;
    key.m_scope = m_scope;
    key.m_digest = sha256(asBytes(m_text));
    key.m_failuresStayInMemory = m_failuresStayInMemory;
    return key;
}

} // namespace faultline::cache
