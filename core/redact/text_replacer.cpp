// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/text_replacer.h"

#include "core/base/text.h"
#include "core/redact/text_bytes.h"
#include "core/redact/text_patterns.h"
#include "core/redact/token_patterns.h"

#include <algorithm>

namespace faultline::redact {

namespace {

class Replacer
{
public:
    Replacer(std::string_view text, TextUse use, WordTable& words)
        : m_text(text), m_lower(toLowerAscii(text)), m_use(use), m_words(words)
    {
    }

    Replaced run() &&
    {
        for (std::size_t at = 0; at < m_text.size();) {
            const auto before = m_done;
            tryAll(at);
            at = m_done > before ? std::max(m_done, at + 1) : at + 1;
        }
        if (!m_result.words.empty())
            m_result.text += m_text.substr(m_done);
        return std::move(m_result);
    }

private:
    /// A match moves `m_done` beyond `at`.
    void tryAll(std::size_t at)
    {
        const char c = m_text[at];
        const bool beginsWord = isWordByte(c) && (at == 0 || !isWordByte(m_text[at - 1]));
        if (m_use == TextUse::Secrets) {
            if (beginsWord)
                trySecrets(at);
        } else if (c == '/' || c == '\\') {
            tryFolders(at);
        } else if (beginsWord) {
            tryWord(at);
        } else if (c == ':') {
            replaceIf(findNetworkAddress(m_text, at), RemovedKind::Address);
        }
    }

    void trySecrets(std::size_t at)
    {
        const auto url = findUrl(m_text, at);
        if (url && replaceIf(findUrlOwner(m_text, *url), RemovedKind::Token))
            return;
        replaceIf(findNamedToken(m_text, at), RemovedKind::Token);
    }

    void tryFolders(std::size_t at)
    {
        if (replaceIf(findShareHost(m_text, at), RemovedKind::Host))
            return;
        const auto owner = findHomeOwner(m_text, at);
        if (owner && !isReserved(owner->in(m_lower)))
            replaceIf(owner, RemovedKind::User);
    }

    void tryWord(std::size_t at)
    {
        tryUrl(at) || replaceIf(findNamedToken(m_text, at), RemovedKind::Token) ||
            replaceIf(findMail(m_text, at), RemovedKind::Mail) ||
            replaceIf(findNetworkAddress(m_text, at), RemovedKind::Address) ||
            replaceIf(findAccountId(m_text, at), RemovedKind::User) || tryKey(at) || tryKnown(at);
    }

    bool tryUrl(std::size_t at)
    {
        auto url = findUrl(m_text, at);
        if (!url)
            return false;
        if (m_use == TextUse::Message)
            return replaceIf(url, RemovedKind::Url);
        auto path = m_text.substr(0, url->end);
        path = path.substr(0, path.find_first_of("?#", at));
        const auto slash = path.rfind('/');
        const bool namesFile = slash > m_text.find("://", at) + 2 && slash + 1 < path.size();
        replace(namesFile ? Part{at, slash} : *url, RemovedKind::Url);
        if (namesFile) {
            appendFileName(path.substr(slash));
            m_done = url->end;
        }
        return true;
    }

    /// The file's name may itself hold a name or a key. It has no further URL.
    void appendFileName(std::string_view name)
    {
        auto replaced = replaceNames(name, TextUse::Path, m_words);
        m_result.text += replaced.words.empty() ? name : replaced.text;
        std::ranges::copy(replaced.words, std::back_inserter(m_result.words));
    }

    bool tryKey(std::size_t at)
    {
        if (const auto hex = findLongHex(m_text, at))
            return !m_words.isId(hex->in(m_lower)) && !isCalledId(at) &&
                   replaceIf(hex, RemovedKind::Token);
        const auto slashes = m_use == TextUse::Path ? Slashes::Separate : Slashes::Belong;
        return replaceIf(findRandomText(m_text, at, slashes), RemovedKind::Token);
    }

    /// "build id …" names the digits after it.
    bool isCalledId(std::size_t at) const
    {
        const auto before = std::string_view(m_lower).substr(0, at);
        return before.ends_with("build id ") || before.ends_with("debug id ") ||
               before.ends_with("code id ");
    }

    bool tryKnown(std::size_t at)
    {
        const auto rest = std::string_view(m_lower).substr(at);
        const auto known = m_words.findAtStart(rest, wordLength(rest));
        if (!known || isFunction(at, at + known->sizeBytes))
            return false;
        put({at, at + known->sizeBytes}, known->kind, known->word);
        return true;
    }

    bool isFunction(std::size_t begin, std::size_t end) const
    {
        const auto after = m_text.substr(end);
        return after.starts_with('(') || after.starts_with("::") ||
               m_text.substr(0, begin).ends_with("::");
    }

    bool replaceIf(const std::optional<Part>& part, RemovedKind kind)
    {
        if (!part || isReserved(part->in(m_lower)))
            return false;
        replace(*part, kind);
        return true;
    }

    void replace(const Part& part, RemovedKind kind)
    {
        put(part, kind, m_words.wordFor(kind, part.in(m_text)));
    }

    void put(const Part& part, RemovedKind kind, std::string_view word)
    {
        m_result.text += m_text.substr(m_done, part.begin - m_done);
        m_result.text += word;
        m_result.words.push_back(kind);
        m_done = part.end;
    }

    std::string_view m_text;
    std::string m_lower;
    TextUse m_use;
    WordTable& m_words;
    Replaced m_result;
    std::size_t m_done = 0; ///< What is before is in the result.
};

} // namespace

Replaced replaceNames(std::string_view text, TextUse use, WordTable& words)
{
    return Replacer(text, use, words).run();
}

void learnNames(std::string_view text, WordTable& words)
{
    for (std::size_t at = text.find_first_of("/\\"); at != std::string_view::npos;
         at = text.find_first_of("/\\", at + 1)) {
        if (const auto owner = findHomeOwner(text, at))
            words.learn(RemovedKind::User, owner->in(text));
        if (const auto host = findShareHost(text, at))
            words.learnHost(host->in(text));
    }
}

} // namespace faultline::redact
