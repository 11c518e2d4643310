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

char GeneratedPlace::characterAt(sourcemap::Position position)
{
    const auto offset = m_lines->offsetOf({.line = position.line, .column = position.column});
    return offset && *offset < m_script.size() ? m_script[*offset] : '\0';
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
    const bool isExact = hit && hit->generated == position;
    const char character = isExact || m_script.empty() ? '\0' : characterAt(inScript);
    const bool isOfCall = character == '(' || character == '`';
    const auto asFound = [&] {
        return hit && hit->isMapped() ? std::optional(foundAt(*hit, position)) : std::nullopt;
    };
    if (hit && !isOfCall)
        return asFound(); // Text that the map says comes from no source has no place.
    const auto next = cache.tokenAfter(position);
    if (next && next->isMapped())
        return Found{.hit = *next, .isAfter = true, .position = position};
    return asFound();
}

} // namespace faultline::js
