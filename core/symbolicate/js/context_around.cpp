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

std::string_view nextLine(std::string_view& rest)
{
    const auto end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

} // namespace

std::optional<ContextLines>
contextAround(std::string_view text, std::uint32_t line, std::uint32_t column)
{
    if (line == 0)
        return std::nullopt;
    ContextLines context;
    for (std::uint64_t number = 1; !text.empty() && number <= std::uint64_t{line} + kLines;
         ++number) {
        const auto content = nextLine(text);
        if (number + kLines < line)
            continue;
        if (number < line)
            context.before.push_back(trimmed(content, column));
        else if (number == line)
            context.line = trimmed(content, column);
        else
            context.after.push_back(trimmed(content, column));
    }
    if (!context.line)
        return std::nullopt;
    return context;
}

} // namespace faultline::js
