// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/script/script_text.h"
#include "core/formats/debug/sourcemap/map_cache.h"

#include <memory>
#include <optional>
#include <string_view>

namespace faultline::js {

/// Finds the mapping for a position that an engine reports, which is not always the one before it
/// (docs/spec/javascript.md §7.2). Keeps the lines of the script. Use it on one thread.
class GeneratedPlace
{
public:
    /// The text of the script must outlive it; empty when the text is unknown. `firstLine` is the
    /// line of the map's text at which it begins.
    explicit GeneratedPlace(std::string_view script, std::uint32_t firstLine = 0);

    struct Found
    {
        sourcemap::MapHit hit;
        bool isAfter = false;           ///< The token begins after the position.
        sourcemap::Position position{}; ///< The position as the map counts.
    };

    /// Returns the mapped token for an engine's position, which counts from 0.
    std::optional<Found> find(const sourcemap::MapCache& cache, sourcemap::Position position);

private:
    sourcemap::Position asMapsCount(sourcemap::Position position);
    /// Absent for places after the end of the script.
    std::optional<std::size_t> offsetOf(sourcemap::Position inScript) const;
    /// The first token among the arguments of a call at this place, if the token before it belongs
    /// to the body of the called function.
    std::optional<sourcemap::MapHit> argumentAt(const sourcemap::MapCache& cache,
                                                sourcemap::Position inScript,
                                                const sourcemap::MapHit& before) const;

    std::string_view m_script;
    std::uint32_t m_firstLine;
    std::optional<script::ScriptText> m_lines; // Lines as maps count them.
    // Lines as engines count them; absent when that makes no difference.
    std::optional<script::ScriptText> m_engineLines;
    bool m_hasOtherLineEnds;
};

} // namespace faultline::js
