// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/script/script_scopes.h"

namespace faultline::script {

Result<std::vector<ScriptScope>>
findScriptScopes(std::string_view text, const ScriptLimits& limits, std::stop_token stop)
{
    FL_TRY(const auto tree, parseScript(text, Grammar::JavaScript, limits, std::move(stop)));
    std::vector<ScriptScope> scopes;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (isScope(tree, i, text))
            scopes.push_back({.start = tree.nodes[i].start,
                              .end = tree.nodes[i].end,
                              .name = scopeNameOf(tree, i, text)});
    }
    return scopes;
}

std::vector<ScopeBoundary> boundariesOf(const std::vector<ScriptScope>& scopes)
{
    std::vector<ScopeBoundary> boundaries;
    std::vector<std::uint32_t> open;
    // If two boundaries have the same offset, the later one counts.
    const auto add = [&](std::uint32_t offset, std::uint32_t scope) {
        if (!boundaries.empty() && boundaries.back().offset == offset)
            boundaries.back().scope = scope;
        else
            boundaries.push_back({offset, scope});
    };
    const auto closeUpTo = [&](std::uint32_t offset) {
        while (!open.empty() && scopes[open.back()].end <= offset) {
            const auto end = scopes[open.back()].end;
            open.pop_back();
            add(end, open.empty() ? kNoNode : open.back());
        }
    };
    for (std::uint32_t i = 0; i < scopes.size(); ++i) {
        closeUpTo(scopes[i].start);
        add(scopes[i].start, i);
        open.push_back(i);
    }
    closeUpTo(kNoNode);
    return boundaries;
}

} // namespace faultline::script
