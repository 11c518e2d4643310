#pragma once

#include "core/formats/debug/script/script_text.h"
#include "core/formats/debug/sourcemap/map_cache.h"

#include <memory>
#include <optional>
#include <string_view>

namespace faultline::js {

/// Finds the mapping that an engine's position means, which is not always the one in front of it
/// (docs/spec/javascript.md §7.2). Keeps the lines of the script; one thread uses it.
class GeneratedPlace
{
public:
    /// The text of the script outlives it; empty when it is not known.
    explicit GeneratedPlace(std::string_view script);

    /// The mapped token for a 0-based position of an engine.
    std::optional<sourcemap::MapHit> find(const sourcemap::MapCache& cache,
                                          sourcemap::Position position);

private:
    sourcemap::Position asMapsCount(sourcemap::Position position);
    char characterAt(sourcemap::Position position);

    std::string_view m_script;
    std::optional<script::ScriptText> m_lines;       // As maps count them.
    std::optional<script::ScriptText> m_engineLines; // Only where that makes a difference.
    bool m_hasOtherLineEnds;
};

} // namespace faultline::js
