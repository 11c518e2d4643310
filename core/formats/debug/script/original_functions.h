#pragma once

#include "core/formats/debug/script/script_scopes.h"
#include "core/formats/debug/script/script_text.h"

#include <memory>
#include <optional>
#include <string>

namespace faultline::script {

/// The functions of an original source and what they are called there. Immutable.
class OriginalFunctions
{
public:
    /// Parses the text by the grammar that the file's name means; of Vue and Svelte components
    /// their script blocks. Errors: as parseScript().
    static Result<OriginalFunctions> parse(std::string text,
                                           std::string_view fileName,
                                           const ScriptLimits& limits = {},
                                           std::stop_token stop = {});

    /// The name of the innermost function around a place, "<anonymous>" when it has none; absent
    /// outside of all functions.
    std::optional<std::string_view> at(ScriptText::Place place) const;

private:
    OriginalFunctions() = default;

    std::unique_ptr<const std::string> m_text; // Where the views of m_lines lead.
    std::unique_ptr<const ScriptText> m_lines;
    std::vector<ScopeBoundary> m_boundaries;
    std::vector<std::string> m_names; // By scope.
};

/// The grammar for a file of this name, which may be a URL with a query.
Grammar grammarOf(std::string_view fileName);

} // namespace faultline::script
