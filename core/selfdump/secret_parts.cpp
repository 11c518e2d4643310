// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selfdump/secret_parts.h"

#include <algorithm>
#include <cstring>

namespace faultline::selfdump {

namespace {

std::uint64_t wordAt(std::string_view text, std::size_t at)
{
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof(word));
    return word;
}

/// How many words a text has, one from each of its bytes on.
std::size_t wordCount(std::string_view text)
{
    return text.size() < SecretParts::kPartBytes ? 0 : text.size() - SecretParts::kPartBytes + 1;
}

std::uint16_t startOf(std::uint64_t word)
{
    return static_cast<std::uint16_t>(word);
}

} // namespace

SecretParts::SecretParts(const std::vector<std::string>& secrets)
{
    for (const auto& secret : secrets) {
        for (std::size_t at = 0; at < wordCount(secret); ++at) {
            m_words.push_back(wordAt(secret, at));
            m_starts.set(startOf(m_words.back()));
        }
    }
    std::ranges::sort(m_words);
}

bool SecretParts::isPart(std::uint64_t word) const
{
    return m_starts.test(startOf(word)) && std::ranges::binary_search(m_words, word);
}

void SecretParts::overwriteIn(std::string& text) const
{
    // Parts overlap, so a byte is overwritten when no later word begins before it.
    std::size_t from = 0;
    std::size_t to = 0; // The bytes that are to be overwritten.
    const auto overwrite = [&] {
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(from),
                  text.begin() + static_cast<std::ptrdiff_t>(to), '*');
    };
    for (std::size_t at = 0; at < wordCount(text); ++at) {
        if (!isPart(wordAt(text, at)))
            continue;
        if (at > to) {
            overwrite();
            from = at;
        }
        to = at + kPartBytes;
    }
    overwrite();
}

} // namespace faultline::selfdump
