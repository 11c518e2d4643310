// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a message, a path and a place.
#include "core/base/byte_view.h"
#include "core/redact/text_replacer.h"

#include <cstdint>
#include <cstdlib>

using namespace faultline;
using namespace faultline::redact;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto text = asText(std::as_bytes(std::span(data, size)));
    for (const auto use : {TextUse::Message, TextUse::Path, TextUse::Secrets}) {
        WordTable words;
        words.learn(RemovedKind::User, "hilde");
        words.learnHost("mallard.example");
        learnNames(text, words);
        const auto replaced = replaceNames(text, use, words);
        constexpr std::size_t kLongestWord = 32;
        const bool isUnchanged = replaced.words.empty();
        if (isUnchanged ? !replaced.text.empty()
                        : replaced.text.size() > size + kLongestWord * replaced.words.size())
            std::abort();
    }
    return 0;
}
