// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/redact.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace faultline::redact {

/// Looks up texts without making a string of them.
struct TextHash
{
    using is_transparent = void;

    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view>()(text);
    }
};

template <class T>
using TextMap = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;
using TextSet = std::unordered_set<std::string, TextHash, std::equal_to<>>;

/// The words that stand for names within one report ("user-1"), the names that are to be replaced
/// wherever texts contain them, and the ids that are no secrets. Names are compared in ASCII lower
/// case, URLs and tokens exactly. Used by one thread.
class WordTable
{
public:
    /// Names are as long as that at most; longer ones are not searched for.
    static constexpr std::size_t kMaxNameBytes = 64;

    /// The word for a name: always the same for the same name.
    std::string wordFor(RemovedKind kind, std::string_view name);

    /// From now on texts are searched for this name, unless it is a common word (isReserved()) or
    /// has fewer than three letters.
    void learn(RemovedKind kind, std::string_view name);
    /// The same for the name of a host and for its first label.
    void learnHost(std::string_view name);

    /// An id of the report. Its digits look like a key, but are none.
    void learnId(std::string_view digits);

    bool isId(std::string_view lowerDigits) const { return m_ids.contains(lowerDigits); }

    struct Known
    {
        std::size_t sizeBytes = 0;
        RemovedKind kind = RemovedKind::User;
        std::string word;
    };

    /// The longest known name with which the text begins. `lowerText` begins with a word of
    /// `wordBytes`; a name ends where a word ends.
    std::optional<Known> findAtStart(std::string_view lowerText, std::size_t wordBytes) const;

private:
    struct Name
    {
        RemovedKind kind = RemovedKind::User;
        std::string word;
    };

    void addName(RemovedKind kind, std::string lower, const std::string& word);

    std::array<TextMap<std::size_t>, static_cast<std::size_t>(kLastRemovedKind) + 1> m_numbers;
    TextMap<Name> m_names;                     ///< By name.
    TextMap<std::vector<std::size_t>> m_sizes; ///< By first word: sizes of names, descending.
    TextSet m_ids;                             ///< In lower case.
};

/// Names that name nobody: "root", "user", "localhost", and our own words ("user-1").
bool isReserved(std::string_view lowerName);

} // namespace faultline::redact
