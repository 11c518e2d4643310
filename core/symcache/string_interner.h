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

/// Every distinct text once, from many threads. The ids depend on timing, so the writer renumbers
/// them in its own order. Texts live as long as the interner.
class StringInterner
{
public:
    /// Texts inside of `lasting`, which outlives the interner, are not copied: those of a Breakpad
    /// file are half of what it takes otherwise.
    explicit StringInterner(Bytes lasting = {}) : m_lasting(lasting) {}

    /// Any thread.
    std::uint32_t intern(std::string_view text);

    /// Only while nobody interns.
    std::string_view text(std::uint32_t id) const;

    /// One more than the greatest id that can occur. Only while nobody interns.
    std::size_t idLimit() const;

private:
    static constexpr std::uint32_t kShardBits = 5;
    static constexpr std::uint32_t kShards = 1u << kShardBits;

    /// An open-addressing table over its own texts; a slot holds the text's number plus one.
    struct Shard
    {
        std::uint32_t find(std::string_view text, std::uint64_t hash, bool isLasting);
        void grow();
        std::string_view keep(std::string_view text);

        std::mutex mutex; // Guards everything below.
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
