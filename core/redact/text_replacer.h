// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/word_table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::redact {

/// What a text is, and so what is looked for in it.
enum class TextUse : std::uint8_t {
    Message,
    Path,   ///< Of a URL the file's name stays.
    Secrets ///< Only credentials in URLs, and tokens that say what they are.
};

struct Replaced
{
    std::string text;
    std::vector<RemovedKind> words; ///< One per replacement; empty when the text is unchanged.
};

/// Replaces names, addresses and tokens in a text by the words of the table. A known name is a
/// whole word, and no name of a function ("render(", "app::render"). Work is linear in the text.
Replaced replaceNames(std::string_view text, TextUse use, WordTable& words);

/// Learns the owners of home folders and the hosts of shares in a text.
void learnNames(std::string_view text, WordTable& words);

} // namespace faultline::redact
