// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/string_interner.h"

#include "core/base/hash.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace faultline::symcache {

namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;

/// Longer texts count for TextLimits::readBytes. Shorter ones cost no more than what refers to
/// them, and there are too many for one counter.
constexpr std::size_t kLongBytes = 256;

/// A shard takes that many bytes from the common limit at once. Taking them for each text would
/// make the threads wait for each other.
constexpr std::uint64_t kStoredStep = 4096;

} // namespace

TextLimits textLimitsFor(std::uint64_t fileBytes)
{
    constexpr std::uint64_t kStoredPerByte = 4;
    constexpr std::uint64_t kReadPerByte = 16;
    constexpr std::uint64_t kLeast = 1 << 20;
    return {.storedBytes = kLeast + kStoredPerByte * fileBytes,
            .readBytes = 16 * kLeast + kReadPerByte * fileBytes};
}

bool StringInterner::take(std::atomic<std::uint64_t>& left, std::uint64_t wanted)
{
    auto before = left.load(std::memory_order_relaxed);
    while (before >= wanted &&
           !left.compare_exchange_weak(before, before - wanted, std::memory_order_relaxed)) {
    }
    return before >= wanted;
}

bool StringInterner::read(std::uint64_t sizeBytes)
{
    const bool isAllowed = sizeBytes <= kLongBytes || take(m_readLeft, sizeBytes);
    m_lost += isAllowed ? 0 : 1;
    return isAllowed;
}

bool StringInterner::store(std::uint64_t sizeBytes)
{
    const bool isAllowed = sizeBytes == 0 || take(m_storedLeft, sizeBytes);
    m_lost += isAllowed ? 0 : 1;
    return isAllowed;
}

std::uint32_t StringInterner::intern(std::string_view text)
{
    if (!read(text.size()))
        return kLost;
    const std::uint64_t hash = checksum64(asBytes(text));
    const auto shardIndex = static_cast<std::uint32_t>(hash >> (64 - kShardBits));
    Shard& shard = m_shards[shardIndex];
    const std::lock_guard lock(shard.mutex);
    const std::uint32_t number = shard.find(*this, text, hash);
    return number == kLost ? kLost : number << kShardBits | shardIndex;
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

/// kLost for a new text beyond the limit.
std::uint32_t
StringInterner::Shard::find(StringInterner& owner, std::string_view text, std::uint64_t hash)
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
    if (!takeStored(owner, text.size())) {
        ++owner.m_lost;
        return kLost;
    }
    texts.push_back(owner.isLasting(text) ? text : keep(text));
    hashes.push_back(hash);
    slots[slot] = static_cast<std::uint32_t>(texts.size());
    return slots[slot] - 1;
}

bool StringInterner::Shard::takeStored(StringInterner& owner, std::size_t sizeBytes)
{
    if (sizeBytes > storedLeft) {
        const auto wanted = std::max<std::uint64_t>(sizeBytes - storedLeft, kStoredStep);
        if (take(owner.m_storedLeft, wanted))
            storedLeft += wanted;
        else if (take(owner.m_storedLeft, sizeBytes - storedLeft))
            storedLeft = sizeBytes;
        else
            return false;
    }
    storedLeft -= sizeBytes;
    return true;
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
