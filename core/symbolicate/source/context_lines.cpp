// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/source/context_lines.h"

#include <algorithm>

namespace faultline::symbolicate {

namespace {

constexpr std::size_t kContextLines = 5;
constexpr std::size_t kLinesPerMark = 128;
constexpr std::size_t kTrimAboveBytes = 150;
constexpr std::size_t kTrimToBytes = 140;

/// A native frame has no column, so keep the start of the line.
std::string trimmed(std::string_view line)
{
    if (line.size() <= kTrimAboveBytes)
        return std::string(line);
    std::size_t end = kTrimToBytes;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
        --end; // Never cut through a UTF-8 sequence.
    return std::string(line.substr(0, end)) + " {snip}";
}

/// Steps through the lines of a text without storing them.
class LineCursor
{
public:
    explicit LineCursor(std::string_view text) : m_rest(text), m_atEnd(text.empty()) {}

    std::optional<std::string_view> next()
    {
        if (m_atEnd)
            return std::nullopt;
        const auto end = m_rest.find('\n');
        auto line = m_rest.substr(0, end);
        m_atEnd = end == std::string_view::npos || end + 1 == m_rest.size();
        m_rest.remove_prefix(
            std::min(m_rest.size(), end == std::string_view::npos ? m_rest.size() : end + 1));
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        return line;
    }

private:
    std::string_view m_rest;
    bool m_atEnd;
};

} // namespace

void applyContextLines(Frame& frame, std::string_view source, std::uint32_t line)
{
    SourceLines(source).apply(frame, line);
}

SourceLines::SourceLines(std::string_view text) : m_text(text)
{
    std::size_t at = 0;
    for (std::size_t line = 0; at < text.size(); ++line) {
        if (line % kLinesPerMark == 0)
            m_marks.push_back(at);
        const auto end = text.find('\n', at);
        if (end == std::string_view::npos)
            break;
        at = end + 1;
    }
}

void SourceLines::apply(Frame& frame, std::uint32_t line) const
{
    if (line == 0)
        return;
    const std::size_t first = line > kContextLines ? line - kContextLines : 1;
    const std::size_t mark = (first - 1) / kLinesPerMark;
    if (mark >= m_marks.size())
        return;
    LineCursor cursor(m_text.substr(m_marks[mark]));
    std::vector<std::string> before;
    std::vector<std::string> after;
    std::optional<std::string> at;
    const std::size_t last = std::size_t(line) + kContextLines;
    for (std::size_t number = 1 + mark * kLinesPerMark; number <= last; ++number) {
        const auto text = cursor.next();
        if (!text)
            break;
        if (number < first)
            continue;
        if (number < line)
            before.push_back(trimmed(*text));
        else if (number == line)
            at = trimmed(*text);
        else
            after.push_back(trimmed(*text));
    }
    if (!at)
        return;
    frame.position.context.before = std::move(before);
    frame.position.context.line = std::move(at);
    frame.position.context.after = std::move(after);
}

} // namespace faultline::symbolicate
