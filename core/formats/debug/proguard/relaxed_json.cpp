// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/relaxed_json.h"

#include "core/base/hex.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace faultline::proguard {

namespace {

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxChildren = 1u << 16;

class Parser
{
public:
    explicit Parser(std::string_view text) : m_rest(text) {}

    std::optional<RelaxedValue> document()
    {
        skipBlanks();
        if (!m_rest.starts_with('{'))
            return std::nullopt;
        auto root = value(0);
        skipBlanks();
        return m_ok && m_rest.empty() ? std::optional(std::move(root)) : std::nullopt;
    }

private:
    void skipBlanks()
    {
        const auto first = m_rest.find_first_not_of(" \t");
        m_rest.remove_prefix(first == std::string_view::npos ? m_rest.size() : first);
    }

    bool take(char c)
    {
        skipBlanks();
        if (!m_rest.starts_with(c))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    void expect(char c) { m_ok = take(c) && m_ok; }

    RelaxedValue value(int depth)
    {
        skipBlanks();
        if (m_rest.empty() || depth > kMaxDepth)
            m_ok = false;
        if (!m_ok)
            return {};
        switch (m_rest[0]) {
        case '{': return container(RelaxedValue::Kind::Object, '}', depth);
        case '[': return container(RelaxedValue::Kind::List, ']', depth);
        case '"':
        case '\'':
            return {
                .kind = RelaxedValue::Kind::String, .text = quoted(), .name = {}, .children = {}};
        default:
            return {
                .kind = RelaxedValue::Kind::Scalar, .text = bareWord(), .name = {}, .children = {}};
        }
    }

    RelaxedValue container(RelaxedValue::Kind kind, char close, int depth)
    {
        RelaxedValue result{.kind = kind, .text = {}, .name = {}, .children = {}};
        m_rest.remove_prefix(1);
        if (take(close))
            return result;
        while (m_ok && result.children.size() < kMaxChildren) {
            std::string name;
            if (kind == RelaxedValue::Kind::Object) {
                name = memberName();
                expect(':');
            }
            result.children.push_back(value(depth + 1));
            result.children.back().name = std::move(name);
            if (!take(',')) {
                expect(close);
                return result;
            }
        }
        m_ok = false;
        return result;
    }

    std::string memberName()
    {
        skipBlanks();
        return m_rest.starts_with('"') || m_rest.starts_with('\'') ? quoted() : bareWord();
    }

    std::string bareWord()
    {
        const auto end = std::min(m_rest.find_first_of(" \t,:{}[]\"'"), m_rest.size());
        std::string word(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        m_ok = m_ok && !word.empty();
        return word;
    }

    std::string quoted()
    {
        const char quote = m_rest[0];
        m_rest.remove_prefix(1);
        std::string text;
        while (!m_rest.empty() && m_rest[0] != quote) {
            if (m_rest[0] == '\\') {
                escape(text);
            } else {
                text += m_rest[0];
                m_rest.remove_prefix(1);
            }
        }
        expect(quote);
        return text;
    }

    void escape(std::string& text)
    {
        constexpr std::string_view kNames = "bfnrt";
        constexpr std::string_view kMeanings = "\b\f\n\r\t";
        if (m_rest.size() < 2) {
            m_ok = false;
            m_rest = {};
            return;
        }
        const char name = m_rest[1];
        m_rest.remove_prefix(2);
        if (name == 'u')
            appendCodePoint(text, codePoint());
        else if (const auto at = kNames.find(name); at != std::string_view::npos)
            text += kMeanings[at];
        else
            text += name;
    }

    std::uint32_t codeUnit()
    {
        const auto digits = m_rest.substr(0, 4);
        const auto unit = digits.size() == 4 ? parseHex(digits) : std::nullopt;
        m_ok = m_ok && unit;
        m_rest.remove_prefix(digits.size());
        return static_cast<std::uint32_t>(unit.value_or(0));
    }

    /// Reads the digits after "\u". Two units of a surrogate pair make one code point; a single one
    /// becomes U+FFFD.
    std::uint32_t codePoint()
    {
        constexpr std::uint32_t kReplacement = 0xFFFD;
        const auto first = codeUnit();
        if (first < 0xD800 || first > 0xDFFF)
            return first;
        if (first > 0xDBFF || !m_rest.starts_with("\\u"))
            return kReplacement;
        m_rest.remove_prefix(2);
        const auto second = codeUnit();
        if (second < 0xDC00 || second > 0xDFFF)
            return kReplacement;
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }

    std::string_view m_rest;
    bool m_ok = true;
};

} // namespace

const RelaxedValue* RelaxedValue::member(std::string_view wanted) const
{
    const auto found = std::ranges::find(children, wanted, &RelaxedValue::name);
    return found == children.end() ? nullptr : &*found;
}

std::optional<std::string_view> RelaxedValue::string(std::string_view wanted) const
{
    const auto* found = member(wanted);
    if (found == nullptr || found->kind != Kind::String)
        return std::nullopt;
    return found->text;
}

std::optional<RelaxedValue> parseRelaxedJson(std::string_view text)
{
    return Parser(text).document();
}

} // namespace faultline::proguard
