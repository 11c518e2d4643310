// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace faultline::symcache {

/// How many bytes of texts a symcache may have and take. The texts of a hostile file overlap in its
/// string tables, and paths repeat its folders, so that a small file could have any amount. Real
/// files stay far below: all their distinct texts together are smaller than they are.
struct TextLimits
{
    std::uint64_t storedBytes = ~std::uint64_t{0}; ///< Distinct texts, each counted once.
    std::uint64_t readBytes = ~std::uint64_t{0};   ///< Long texts, counted each time.
};

/// The limits for files with that many unpacked bytes.
TextLimits textLimitsFor(std::uint64_t fileBytes);

/// Every distinct text once, filled by many threads. The ids depend on timing, so the writer
/// renumbers them in its own order. Texts live as long as the interner.
class StringInterner
{
public:
    /// Returned for a text that exceeds the limits.
    static constexpr std::uint32_t kLost = 0xffffffff;

    /// Texts inside `lasting`, which must outlive the interner, are not copied. For a Breakpad file
    /// this halves the memory.
    explicit StringInterner(Bytes lasting = {}, const TextLimits& limits = {})
        : m_lasting(lasting), m_storedLeft(limits.storedBytes), m_readLeft(limits.readBytes)
    {
    }

    /// Any thread may call it. Which texts exceed the limits depends on timing.
    std::uint32_t intern(std::string_view text);

    /// Takes the bytes of a text that is read but not interned. False, and counted as lost, when
    /// that exceeds the limit. Any thread.
    bool read(std::uint64_t sizeBytes);

    /// The same for a text that is stored elsewhere.
    bool store(std::uint64_t sizeBytes);

    /// Number of texts beyond the limits.
    std::uint32_t lostCount() const { return m_lost; }

    /// Call only while no thread interns.
    std::string_view text(std::uint32_t id) const;

    /// One more than the largest possible id. Call only while no thread interns.
    std::size_t idLimit() const;

private:
    static constexpr std::uint32_t kShardBits = 5;
    static constexpr std::uint32_t kShards = 1u << kShardBits;

    /// An open-addressing table over its own texts. A slot holds a text's number plus one.
    struct Shard
    {
        std::uint32_t find(StringInterner& owner, std::string_view text, std::uint64_t hash);
        bool takeStored(StringInterner& owner, std::size_t sizeBytes);
        void grow();
        std::string_view keep(std::string_view text);

        std::mutex mutex; // Guards all members after it.
        std::vector<std::uint32_t> slots;
        std::vector<std::string_view> texts;
        std::vector<std::uint64_t> hashes;
        std::vector<std::unique_ptr<char[]>> chunks;
        std::size_t chunkLeft = 0;
        std::uint64_t storedLeft = 0; ///< Taken from the limit for this shard, not yet used.
        char* chunkNext = nullptr;
    };

    bool isLasting(std::string_view text) const;

    static bool take(std::atomic<std::uint64_t>& left, std::uint64_t wanted);

    const Bytes m_lasting;
    std::atomic<std::uint64_t> m_storedLeft;
    std::atomic<std::uint64_t> m_readLeft;
    std::atomic<std::uint32_t> m_lost = 0;
    std::array<Shard, kShards> m_shards;
};

} // namespace faultline::symcache
