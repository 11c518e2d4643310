// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/script/script_scopes.h"
#include "core/formats/debug/script/script_text.h"
#include "core/formats/debug/sourcemap/source_map.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline::sourcemap {

/// Returns the original name of one scope in a generated script. Each identifier in the scope's
/// name is replaced by the name that the map has at its position. Absent for an anonymous scope.
/// Rules: docs/spec/javascript.md §§7.1, 8.4 (getsentry/js-source-scopes src/name_resolver.rs,
/// getsentry/symbolic symbolic-sourcemapcache/src/writer.rs).
std::optional<std::string> resolvedName(const script::ScriptScope& scope,
                                        const script::ScriptText& text,
                                        const SourceMap& map);

/// Returns the innermost scope for generated positions, which must ascend.
class ScopeCursor
{
public:
    static constexpr std::uint32_t kOutside = script::kNoNode;

    ScopeCursor(const std::vector<script::ScriptScope>& scopes, const script::ScriptText& text);

    /// Returns the index of the scope, or kOutside.
    std::uint32_t scopeAt(Position generated);

private:
    struct Boundary
    {
        Position start;
        std::uint32_t scope;
    };

    std::vector<Boundary> m_boundaries;
    std::size_t m_next = 0; // The first boundary after the last position.
};

} // namespace faultline::sourcemap
