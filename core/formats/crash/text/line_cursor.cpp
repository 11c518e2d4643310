// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/line_cursor.h"

#include "core/formats/crash/log_lines/log_prefix.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxLineBytes = 64u << 10;

std::string_view withoutEnd(std::string_view line)
{
    const auto end = line.find_last_not_of(" \t\r");
    return line.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

} // namespace

void LineCursor::workFor(Effort& effort)
{
    m_effort = &effort;
    effort.furthest = std::max<std::uint64_t>(effort.furthest, m_line.number);
}

int LineCursor::patience(int lines) const
{
    constexpr std::uint64_t kStepsPerLine = 20;
    constexpr std::uint64_t kFreeSteps = 50'000;
    constexpr int kLeastLines = 4;
    if (m_effort == nullptr)
        return lines;
    const auto fair = kFreeSteps + kStepsPerLine * m_effort->furthest;
    if (m_effort->steps <= fair)
        return lines;
    m_effort->isTired = true;
    return m_effort->steps > 2 * fair ? -1 : std::min(lines, kLeastLines);
}

void LineCursor::moveTo(const Place& place)
{
    m_passed = place;
    m_line.firstByte = place.byte;
    m_line.number = place.line;
    read();
}

void LineCursor::next()
{
    m_passed = afterLine();
    do {
        if (m_effort != nullptr)
            ++m_effort->steps;
        ++m_line.number;
        m_line.firstByte = m_nextByte;
        read();
    } while (!m_atEnd && !m_followed.empty() && !m_writer.empty() && m_writer != m_followed &&
             patience(0) >= 0);
}

void LineCursor::read()
{
    if (m_line.number == 0)
        m_line.number = 1;
    if (m_effort != nullptr)
        m_effort->furthest = std::max<std::uint64_t>(m_effort->furthest, m_line.number);
    m_atEnd = m_line.firstByte >= m_text.size();
    if (m_atEnd)
        return;
    const auto rest = m_text.substr(m_line.firstByte);
    const auto end = std::min(rest.find('\n'), rest.size());
    m_nextByte = m_line.firstByte + std::min(end + 1, rest.size());
    m_line.isCut = end > kMaxLineBytes;
    m_line.whole = rest.substr(0, std::min(end, kMaxLineBytes));
    auto prefix = loglines::logPrefixOf(m_line.whole);
    if (prefix.sizeBytes == 0)
        prefix = loglines::systemPrefixOf(m_line.whole);
    m_line.text = withoutEnd(m_line.whole.substr(prefix.sizeBytes));
    m_writer = std::move(prefix.writer);
}

} // namespace faultline::nativetext
