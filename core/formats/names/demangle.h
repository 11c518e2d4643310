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

/// The full qualified name with parameter types and without return type, or `name` itself where
/// nothing applies. Rules, spelling and limits: docs/spec/native.md §17. With Language::Unknown the
/// mangling is detected from the name; a known language is believed, so a `_Z` name in C code stays
/// as it is. Swift names are shown in the simplified style, also those of Swift 1 to 3, which
/// Symbolicator leaves alone as it does all names of D. Names that demangle to more than 4096
/// bytes, or that nest deeper than any compiler's, stay as they are. Thread-safe.
std::string demangle(std::string_view name, Language language);

/// The language that the mangling tells; Unknown when there is none.
Language detectMangling(std::string_view name);

/// Remembers what was demangled lately; the same few names make up most stacks. Thread-safe.
class DemangleCache
{
public:
    /// `maxBytes` of names and results; when it is full everything is forgotten.
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
