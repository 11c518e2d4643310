// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/line_marks.h"

#include <algorithm>
#include <iterator>

namespace faultline::js {

namespace {

constexpr std::size_t kMarkBytes = 16 << 10;

} // namespace

LineMarks::LineMarks(std::string_view text)
{
    m_marks.push_back({});
    Mark line;
    for (auto end = text.find('\n'); end != std::string_view::npos;
         end = text.find('\n', line.offset)) {
        line = {.offset = end + 1, .line = line.line + 1};
        if (line.offset - m_marks.back().offset >= kMarkBytes)
            m_marks.push_back(line);
    }
    if (text.size() - line.offset >= kMarkBytes)
        m_marks.push_back({.offset = text.size() + 1, .line = line.line + 1});
}

LineMarks::Mark LineMarks::before(std::uint64_t line) const
{
    const auto next = std::ranges::upper_bound(m_marks, line, {}, &Mark::line);
    return next == m_marks.begin() ? Mark() : *std::prev(next);
}

std::optional<LineMarks::Mark> LineMarks::after(std::uint64_t line) const
{
    const auto next = std::ranges::upper_bound(m_marks, line, {}, &Mark::line);
    return next == m_marks.end() || next->line != line + 1 ? std::nullopt : std::optional(*next);
}

} // namespace faultline::js
