// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/generated_place.h"

#include <algorithm>

namespace faultline::js {

namespace {

/// Tells whether a script has line ends that engines know but most writers of maps do not.
bool hasOtherLineEnds(std::string_view script)
{
    if (script.find("\xe2\x80\xa8") != script.npos || script.find("\xe2\x80\xa9") != script.npos)
        return true;
    for (auto at = script.find('\r'); at != script.npos; at = script.find('\r', at + 1)) {
        if (at + 1 == script.size() || script[at + 1] != '\n')
            return true;
    }
    return false;
}

/// How far before a call its callee is looked at, and how far after it an argument may begin.
constexpr std::size_t kMaxCallBytes = 256;

/// Does a text end with the body of a function that is called there, as in "(function(){…})(" and
/// "!function(){…}("? The last token of such a body says nothing about the call.
bool endsWithBody(std::string_view callee)
{
    callee = callee.substr(callee.size() - std::min(callee.size(), kMaxCallBytes));
    const auto last = callee.find_last_not_of(" \t\r\n)");
    return last != std::string_view::npos && callee[last] == '}';
}

/// Does a text that begins inside of parentheses stay there? One with strings, comments or regular
/// expressions, whose parentheses are none, counts as leaving them.
bool staysInside(std::string_view text)
{
    std::size_t depth = 0;
    for (const char c : text) {
        if (std::string_view("\"'`/").find(c) != std::string_view::npos)
            return false;
        if (c == '(')
            ++depth;
        else if (c == ')' && depth-- == 0)
            return false;
    }
    return true;
}

/// In a range mapping the original column advances with the generated one.
GeneratedPlace::Found foundAt(sourcemap::MapHit hit, sourcemap::Position position)
{
    if (hit.isRange)
        hit.original.column += position.column - hit.generated.column;
    return {.hit = hit, .isAfter = false, .position = position};
}

} // namespace

GeneratedPlace::GeneratedPlace(std::string_view script, std::uint32_t firstLine)
    : m_script(script), m_firstLine(firstLine), m_hasOtherLineEnds(hasOtherLineEnds(script))
{
}

sourcemap::Position GeneratedPlace::asMapsCount(sourcemap::Position position)
{
    if (!m_hasOtherLineEnds)
        return position;
    if (!m_engineLines)
        m_engineLines.emplace(m_script, script::LineEnds::OfEngines);
    const auto offset = m_engineLines->offsetOf({.line = position.line, .column = position.column});
    const auto place = offset ? m_lines->placeOf(*offset) : std::nullopt;
    return place ? sourcemap::Position{.line = place->line, .column = place->column} : position;
}

std::optional<std::size_t> GeneratedPlace::offsetOf(sourcemap::Position inScript) const
{
    const auto offset = m_lines->offsetOf({.line = inScript.line, .column = inScript.column});
    return offset && *offset < m_script.size() ? offset : std::nullopt;
}

std::optional<sourcemap::MapHit> GeneratedPlace::argumentAt(const sourcemap::MapCache& cache,
                                                            sourcemap::Position inScript,
                                                            const sourcemap::MapHit& before) const
{
    const auto call = offsetOf(inScript);
    if (!call || m_script[*call] != '(' || !endsWithBody(m_script.substr(0, *call)))
        return std::nullopt;
    const auto next =
        cache.tokenAfter({.line = inScript.line + m_firstLine, .column = inScript.column});
    if (!next || !next->isMapped() || (before.isMapped() && next->source != before.source))
        return std::nullopt;
    const auto argument = offsetOf({.line = inScript.line, .column = next->generated.column});
    const bool isNear = argument && *argument > *call && *argument - *call <= kMaxCallBytes;
    return isNear && staysInside(m_script.substr(*call + 1, *argument - *call - 1)) ? next
                                                                                    : std::nullopt;
}

std::optional<GeneratedPlace::Found> GeneratedPlace::find(const sourcemap::MapCache& cache,
                                                          sourcemap::Position position)
{
    if (!m_lines)
        m_lines.emplace(m_script);
    // If a map has more lines than the script has line feeds, it counts lines like engines.
    if (m_firstLine > 0 || cache.lastBlockLine() < m_lines->lineCount())
        position = asMapsCount(position);
    const auto inScript = position;
    position.line += m_firstLine;
    const auto hit = cache.tokenAt(position, sourcemap::Among::First);
    const auto next = !hit                         ? cache.tokenAfter(position)
                      : hit->generated == position ? std::nullopt
                                                   : argumentAt(cache, inScript, *hit);
    if (next && next->isMapped())
        return Found{.hit = *next, .isAfter = true, .position = position};
    // Text that the map says comes from no source has no place.
    return hit && hit->isMapped() ? std::optional(foundAt(*hit, position)) : std::nullopt;
}

} // namespace faultline::js
