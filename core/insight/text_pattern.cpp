// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/text_pattern.h"

#include "core/base/text.h"

#include <re2/re2.h>

namespace faultline::insight {

namespace {

constexpr std::int64_t kMaxProgramBytes = 1 << 20;

bool isWordByte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

/// An edge of a plain text that is no letter, such as that of "operator<", has no word to be whole.
std::string expressionOf(const TextQuery& query)
{
    const auto body = query.isExpression
                          ? query.text
                          : RE2::QuoteMeta(re2::StringPiece(query.text.data(), query.text.size()));
    if (!query.wholeWords || query.text.empty())
        return body;
    const bool first = query.isExpression || isWordByte(query.text.front());
    const bool last = query.isExpression || isWordByte(query.text.back());
    return concat(first ? "\\b" : "", "(?:", body, ")", last ? "\\b" : "");
}

} // namespace

struct TextPattern::Compiled
{
    RE2 expression;
};

TextPattern::TextPattern(std::unique_ptr<const Compiled> compiled) : m_compiled(std::move(compiled))
{
}

TextPattern::TextPattern(TextPattern&& other) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&& other) noexcept = default;
TextPattern::~TextPattern() = default;

Result<TextPattern> TextPattern::compile(const TextQuery& query)
{
    if (query.text.size() > kMaxTextPatternBytes)
        return fail(ErrorKind::Malformed, "a search text of ", query.text.size(), " bytes, limit ",
                    kMaxTextPatternBytes);
    if (!isValidUtf8(query.text))
        return fail(ErrorKind::Malformed, "the search text is not UTF-8");
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMaxProgramBytes);
    options.set_case_sensitive(query.matchesCase);
    // The parts of an expression are looked at here, so that its error speaks of what was typed.
    if (query.isExpression) {
        const RE2 typed(re2::StringPiece(query.text.data(), query.text.size()), options);
        if (!typed.ok())
            return fail(ErrorKind::Malformed, typed.error());
    }
    const auto whole = expressionOf(query);
    std::unique_ptr<const Compiled> compiled(
        new Compiled{RE2(re2::StringPiece(whole.data(), whole.size()), options)});
    if (!compiled->expression.ok())
        return fail(ErrorKind::Malformed, compiled->expression.error());
    return TextPattern(std::move(compiled));
}

std::optional<TextRange> TextPattern::firstIn(std::string_view text) const
{
    re2::StringPiece place;
    if (!m_compiled->expression.Match(re2::StringPiece(text.data(), text.size()), 0, text.size(),
                                      RE2::UNANCHORED, &place, 1))
        return std::nullopt;
    return TextRange{.offset = static_cast<std::size_t>(place.data() - text.data()),
                     .length = place.size()};
}

} // namespace faultline::insight
