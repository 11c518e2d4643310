#pragma once

#include "core/base/language.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

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
    /// `maxBytes` limits names and results together. When it is reached, everything is forgotten.
    explicit DemangleCache(std::size_t maxBytes = 10u << 20) : m_maxBytes(maxBytes) {}

    std::string demangle(std::string_view name, Language language);

private:
    struct Hash
    {
        using is_transparent = void;

        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };

    const std::size_t m_maxBytes;
    std::mutex m_mutex; // Guards m_known and m_bytes.
    std::unordered_map<std::string, std::string, Hash, std::equal_to<>>
        m_known; // Key: language number, then the name.
    std::size_t m_bytes = 0;
};

} // namespace faultline::demangling
