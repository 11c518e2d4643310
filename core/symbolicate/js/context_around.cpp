// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/context_around.h"

#include <algorithm>

namespace faultline::js {

namespace {

constexpr std::uint32_t kLines = 5;
constexpr std::size_t kTrimAbove = 150;
constexpr std::size_t kTrimTo = 140;
constexpr std::size_t kBeforeColumn = 60;
constexpr std::size_t kNearEdge = 5;

/// Moves a position back to the start of its character.
std::size_t boundary(std::string_view text, std::size_t at)
{
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
        --at;
    return at;
}

std::string trimmed(std::string_view line, std::size_t column)
{
    if (line.size() <= kTrimAbove)
        return std::string(line);
    column = std::min(column, line.size());
    std::size_t start = column > kBeforeColumn ? column - kBeforeColumn : 0;
    if (start < kNearEdge)
        start = 0;
    std::size_t end = std::min(start + kTrimTo, line.size());
    if (end > line.size() - kNearEdge)
        end = line.size();
    if (end == line.size())
        start = line.size() - kTrimTo;
    start = boundary(line, start);
    end = boundary(line, end);
    std::string text = start > 0 ? "{snip} " : "";
    text += line.substr(start, end - start);
    if (end < line.size())
        text += " {snip}";
    return text;
}

/// Goes through the lines of a text.
class Lines
{
public:
    Lines(std::string_view text, const LineMarks& marks, std::uint64_t first)
        : m_text(text), m_marks(marks)
    {
        const auto mark = marks.before(first);
        m_offset = mark.offset;
        m_line = mark.line;
        while (!atEnd() && m_line < first)
            next();
    }

    bool atEnd() const { return m_offset >= m_text.size(); }

    std::string_view next()
    {
        const auto after = m_marks.after(m_line);
        const auto end =
            after ? after->offset - 1 : std::min(m_text.find('\n', m_offset), m_text.size());
        auto line = m_text.substr(m_offset, end - m_offset);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        m_offset = end + 1;
        ++m_line;
        return line;
    }

private:
    std::string_view m_text;
    const LineMarks& m_marks;
    std::size_t m_offset = 0;
    std::uint64_t m_line = 0; // Counts from 0.
};

} // namespace

std::optional<ContextLines>
contextAround(std::string_view text, std::uint32_t line, std::uint32_t column)
{
    return contextAround(text, LineMarks(), line, column);
}

std::optional<ContextLines> contextAround(std::string_view text,
                                          const LineMarks& marks,
                                          std::uint32_t line,
                                          std::uint32_t column)
{
    if (line == 0)
        return std::nullopt;
    ContextLines context;
    const std::uint64_t first = line > kLines ? line - kLines : 1;
    Lines lines(text, marks, first - 1);
    for (auto number = first; !lines.atEnd() && number <= std::uint64_t{line} + kLines; ++number) {
        auto content = trimmed(lines.next(), column);
        if (number < line)
            context.before.push_back(std::move(content));
        else if (number == line)
            context.line = std::move(content);
        else
            context.after.push_back(std::move(content));
    }
    if (!context.line)
        return std::nullopt;
    return context;
}

} // namespace faultline::js
