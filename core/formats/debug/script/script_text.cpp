// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/script/script_text.h"

#include <algorithm>

namespace faultline::script {

namespace {

constexpr std::size_t kMarkBytes = 1024;

/// Returns the UTF-16 units that a byte adds. The first byte of a sequence adds all of its units,
/// the others none.
unsigned unitsOf(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80)
        return 0;
    return byte >= 0xF0 ? 2 : 1;
}

std::uint64_t unitsIn(std::string_view text)
{
    std::uint64_t units = 0;
    for (const char c : text)
        units += unitsOf(c);
    return units;
}

/// Returns the size of the line end at an offset; 0 when there is none.
std::size_t lineEndAt(std::string_view text, std::size_t at, LineEnds ends)
{
    const char c = text[at];
    if (c == '\n')
        return 1;
    if (ends == LineEnds::LineFeeds)
        return 0;
    if (c == '\r')
        return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    const auto sequence = text.substr(at, 3);
    return sequence == "\xe2\x80\xa8" || sequence == "\xe2\x80\xa9" ? 3 : 0;
}

} // namespace

ScriptText::ScriptText(std::string_view text, LineEnds ends) : m_text(text)
{
    const std::string_view first =
        ends == LineEnds::LineFeeds ? std::string_view("\n") : std::string_view("\n\r\xe2");
    m_lineStarts.push_back(0);
    for (auto at = text.find_first_of(first); at != std::string_view::npos;) {
        const auto size = lineEndAt(text, at, ends);
        if (size != 0)
            m_lineStarts.push_back(at + size);
        at = text.find_first_of(first, at + std::max<std::size_t>(size, 1));
    }
    if (std::ranges::none_of(text, [](char c) { return (c & 0x80) != 0; }))
        return;
    std::uint64_t units = 0;
    for (std::size_t at = 0; at <= text.size(); at += kMarkBytes) {
        m_marks.push_back(units);
        units += unitsIn(text.substr(at, kMarkBytes));
    }
}

std::uint64_t ScriptText::unitsBefore(std::size_t offset) const
{
    if (m_marks.empty())
        return offset;
    const auto mark = offset / kMarkBytes;
    const auto start = mark * kMarkBytes;
    return m_marks[mark] + unitsIn(m_text.substr(start, offset - start));
}

std::optional<ScriptText::Place> ScriptText::placeOf(std::size_t offset) const
{
    if (offset > m_text.size())
        return std::nullopt;
    const auto after = std::ranges::upper_bound(m_lineStarts, offset);
    const auto line = static_cast<std::size_t>(after - m_lineStarts.begin()) - 1;
    const auto column = unitsBefore(offset) - unitsBefore(m_lineStarts[line]);
    return Place{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
}

std::optional<std::size_t> ScriptText::offsetOf(Place place) const
{
    if (place.line >= m_lineStarts.size())
        return std::nullopt;
    const auto start = m_lineStarts[place.line];
    auto end =
        place.line + 1 < m_lineStarts.size() ? m_lineStarts[place.line + 1] - 1 : m_text.size();
    if (m_marks.empty())
        return std::min<std::size_t>(start + place.column, end);
    const auto wanted = unitsBefore(start) + place.column;
    auto mark =
        static_cast<std::size_t>(std::ranges::upper_bound(m_marks, wanted) - m_marks.begin());
    std::size_t at = std::max(start, (mark == 0 ? 0 : mark - 1) * kMarkBytes);
    for (auto units = unitsBefore(at); at < end && units < wanted; ++at)
        units += unitsOf(m_text[at]);
    while (at < end && unitsOf(m_text[at]) == 0)
        ++at;
    return at;
}

} // namespace faultline::script
