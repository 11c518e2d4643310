// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/string_interner.h"

#include "core/base/hash.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace faultline::symcache {

namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;

} // namespace

std::uint32_t StringInterner::intern(std::string_view text)
{
    const std::uint64_t hash = checksum64(asBytes(text));
    const auto shardIndex = static_cast<std::uint32_t>(hash >> (64 - kShardBits));
    Shard& shard = m_shards[shardIndex];
    const std::lock_guard lock(shard.mutex);
    return shard.find(text, hash, isLasting(text)) << kShardBits | shardIndex;
}

bool StringInterner::isLasting(std::string_view text) const
{
    // Pointers into different objects are only ordered by std::less.
    const auto* const begin = asText(m_lasting).data();
    const auto* const end = begin + m_lasting.size();
    return std::less_equal<>()(begin, text.data()) && std::less<>()(text.data(), end);
}

std::string_view StringInterner::text(std::uint32_t id) const
{
    return m_shards[id & (kShards - 1)].texts[id >> kShardBits];
}

std::size_t StringInterner::idLimit() const
{
    std::size_t longest = 0;
    for (const Shard& shard : m_shards)
        longest = std::max(longest, shard.texts.size());
    return longest << kShardBits;
}

std::uint32_t StringInterner::Shard::find(std::string_view text, std::uint64_t hash, bool isLasting)
{
    if (texts.size() * 2 >= slots.size())
        grow();
    const std::size_t mask = slots.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
        const std::uint32_t number = slots[slot] - 1;
        if (hashes[number] == hash && texts[number] == text)
            return number;
    }
    texts.push_back(isLasting ? text : keep(text));
    hashes.push_back(hash);
    slots[slot] = static_cast<std::uint32_t>(texts.size());
    return slots[slot] - 1;
}

void StringInterner::Shard::grow()
{
    std::vector<std::uint32_t> larger(std::max<std::size_t>(64, slots.size() * 2));
    const std::size_t mask = larger.size() - 1;
    for (std::size_t number = 0; number < hashes.size(); ++number) {
        std::size_t slot = static_cast<std::size_t>(hashes[number]) & mask;
        while (larger[slot] != 0)
            slot = (slot + 1) & mask;
        larger[slot] = static_cast<std::uint32_t>(number + 1);
    }
    slots = std::move(larger);
}

std::string_view StringInterner::Shard::keep(std::string_view text)
{
    if (text.empty())
        return {};
    if (text.size() >
        kChunkBytes / 4) { // A separate chunk, so that the rest of the current one is not wasted.
        chunks.push_back(std::make_unique_for_overwrite<char[]>(text.size()));
        std::memcpy(chunks.back().get(), text.data(), text.size());
        return {chunks.back().get(), text.size()};
    }
    if (text.size() > chunkLeft) {
        chunks.push_back(std::make_unique_for_overwrite<char[]>(kChunkBytes));
        chunkNext = chunks.back().get();
        chunkLeft = kChunkBytes;
    }
    char* const place = chunkNext;
    std::memcpy(place, text.data(), text.size());
    chunkNext += text.size();
    chunkLeft -= text.size();
    return {place, text.size()};
}

} // namespace faultline::symcache
