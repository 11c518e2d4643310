// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"

#include <algorithm>
#include <array>

namespace faultline::sentry {

namespace {

/// Events name themselves early; later text is not searched.
constexpr std::size_t kHeadBytes = 1u << 20;

struct TypicalMember
{
    std::string_view name;
    std::string_view valueBegins; ///< One of these characters.
};

// Members that only an event has. "threads" is a list in the reports of Apple and rust-minidump.
constexpr std::array kTypicalMembers{
    TypicalMember{"event_id", "\""},    TypicalMember{"eventID", "\""},
    TypicalMember{"exception", "{["},   TypicalMember{"threads", "{"},
    TypicalMember{"stacktrace", "{"},   TypicalMember{"debug_meta", "{"},
    TypicalMember{"contexts", "{"},     TypicalMember{"entries", "["},
    TypicalMember{"breadcrumbs", "{["}, TypicalMember{"sdk", "{"},
};

/// Walks over JSON text that may end anywhere, without checking it.
class Scanner
{
public:
    explicit Scanner(std::string_view text) : m_rest(text) {}

    char peek()
    {
        skipBlanks();
        return m_rest.empty() ? '\0' : m_rest.front();
    }

    bool accept(char expected)
    {
        if (peek() != expected)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    /// The text between quotes, as it is written.
    std::string_view string()
    {
        if (!accept('"'))
            return {};
        std::size_t end = 0;
        while (end < m_rest.size() && m_rest[end] != '"')
            end += m_rest[end] == '\\' ? 2 : 1;
        end = std::min(end, m_rest.size());
        const auto text = m_rest.substr(0, end);
        m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
        return text;
    }

    /// Skips to the comma or bracket after a value.
    void skipValue()
    {
        std::size_t depth = 0;
        while (!m_rest.empty()) {
            const char c = peek();
            if (depth == 0 && (c == ',' || c == '}' || c == ']'))
                return;
            if (c == '"') {
                string();
                continue;
            }
            if (c == '{' || c == '[')
                ++depth;
            else if (c == '}' || c == ']')
                --depth;
            if (!m_rest.empty())
                m_rest.remove_prefix(1);
        }
    }

private:
    void skipBlanks()
    {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size()));
    }

    std::string_view m_rest;
};

bool isTypical(std::string_view name, char valueBegins)
{
    return std::ranges::any_of(kTypicalMembers, [&](const TypicalMember& member) {
        return member.name == name && member.valueBegins.contains(valueBegins);
    });
}

/// Tells whether the next object has a typical member, either itself or in its member "event".
bool isEventObject(Scanner& scanner)
{
    bool mayWrap = true;
    if (!scanner.accept('{'))
        return false;
    for (;;) {
        const auto name = scanner.string();
        if (!scanner.accept(':') || name == "stacktraces")
            return false; // The end of the text, no JSON, or a request.
        if (isTypical(name, scanner.peek()))
            return true;
        if (mayWrap && name == "event" && scanner.accept('{'))
            mayWrap = false; // Its members are the next ones.
        else if (scanner.skipValue(); !scanner.accept(','))
            return false;
    }
}

} // namespace

bool looksLikeSentryEvent(std::string_view head)
{
    Scanner scanner(withoutByteOrderMark(head).substr(0, kHeadBytes));
    scanner.accept('[');
    return isEventObject(scanner);
}

} // namespace faultline::sentry
