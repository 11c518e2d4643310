// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/script/script_scopes.h"
#include "core/formats/debug/script/script_text.h"

#include <memory>
#include <optional>
#include <string>

namespace faultline::script {

/// The functions of an original source and their names in it. Immutable.
class OriginalFunctions
{
public:
    /// Parses the text with the grammar that the file's name indicates. For Vue and Svelte
    /// components, parses their script blocks. Errors: those of parseScript().
    static Result<OriginalFunctions> parse(std::string text,
                                           std::string_view fileName,
                                           const ScriptLimits& limits = {},
                                           std::stop_token stop = {});

    /// Decides which function counts at a place where one begins.
    enum class Edge : std::uint8_t { Inside, Before };

    /// Returns the name of the innermost function around a position, or "<anonymous>" if it has
    /// none. Absent outside all functions.
    std::optional<std::string_view> at(ScriptText::Place place, Edge edge = Edge::Inside) const;

private:
    OriginalFunctions() = default;

    std::unique_ptr<const std::string> m_text; // The views of m_lines point into it.
    std::unique_ptr<const ScriptText> m_lines;
    std::vector<ScopeBoundary> m_boundaries;
    std::vector<std::string> m_names; // Indexed by scope.
};

/// Returns the grammar for a file of this name, which may be a URL with a query.
Grammar grammarOf(std::string_view fileName);

} // namespace faultline::script
