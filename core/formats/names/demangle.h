// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace faultline::demangling {

/// The full qualified name with parameter types and without return type, or `name` itself if no
/// rule applies. Rules, spelling and limits: docs/spec/native.md §17. With Language::Unknown the
/// name's form decides. A known language is trusted, so a `_Z` name in C code stays unchanged.
/// Swift names have the simplified style. Swift 1 to 3 and D are demangled too, unlike in
/// Symbolicator. A name stays unchanged if the result exceeds 4096 bytes or nests deeper than any
/// compiler's. Thread-safe.
std::string demangle(std::string_view name, Language language);

/// The language that the mangling reveals; Unknown when there is none.
Language detectMangling(std::string_view name);

/// Remembers recently demangled names, because few names make up most stacks. Thread-safe.
class DemangleCache
{
public:
    /// `maxBytes` limits names and results together. When it is reached, some are forgotten.
    explicit DemangleCache(std::size_t maxBytes = 10u << 20) : m_maxShardBytes(maxBytes / kShards)
    {
    }

    std::string demangle(std::string_view name, Language language);

private:
    using View = std::pair<Language, std::string_view>;
    using Key = std::pair<Language, std::string>;

    struct Hash
    {
        using is_transparent = void;

        std::size_t operator()(const View& view) const
        {
            return std::hash<std::string_view>()(view.second) +
                   static_cast<std::size_t>(view.first);
        }
    };

    struct Equal
    {
        using is_transparent = void;

        bool operator()(const View& a, const View& b) const { return a == b; }
    };

    /// A part of the names with its own lock.
    struct Shard
    {
        std::mutex mutex; // Guards the members after it.
        std::unordered_map<Key, std::string, Hash, Equal> known;
        std::size_t bytes = 0;
    };

    static constexpr std::size_t kShards = 16;

    const std::size_t m_maxShardBytes;
    std::array<Shard, kShards> m_shards;
};

} // namespace faultline::demangling
