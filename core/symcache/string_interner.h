// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace faultline::symcache {

/// Every distinct text once, filled by many threads. The ids depend on timing, so the writer
/// renumbers them in its own order. Texts live as long as the interner.
class StringInterner
{
public:
    /// Texts inside `lasting`, which must outlive the interner, are not copied. For a Breakpad file
    /// this halves the memory.
    explicit StringInterner(Bytes lasting = {}) : m_lasting(lasting) {}

    /// Any thread may call it.
    std::uint32_t intern(std::string_view text);

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
        std::uint32_t find(std::string_view text, std::uint64_t hash, bool isLasting);
        void grow();
        std::string_view keep(std::string_view text);

        std::mutex mutex; // Guards all members after it.
        std::vector<std::uint32_t> slots;
        std::vector<std::string_view> texts;
        std::vector<std::uint64_t> hashes;
        std::vector<std::unique_ptr<char[]>> chunks;
        std::size_t chunkLeft = 0;
        char* chunkNext = nullptr;
    };

    bool isLasting(std::string_view text) const;

    const Bytes m_lasting;
    std::array<Shard, kShards> m_shards;
};

} // namespace faultline::symcache
