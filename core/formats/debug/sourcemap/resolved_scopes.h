#pragma once

#include "core/formats/debug/script/script_scopes.h"
#include "core/formats/debug/script/script_text.h"
#include "core/formats/debug/sourcemap/source_map.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline::sourcemap {

/// The original name of one scope of a generated script: each identifier in its name is replaced by
/// the name that the map has at its place. Absent: anonymous. Rules: docs/spec/javascript.md
/// §§7.1, 8.4 (getsentry/js-source-scopes src/name_resolver.rs, getsentry/symbolic
/// symbolic-sourcemapcache/src/writer.rs).
std::optional<std::string> resolvedName(const script::ScriptScope& scope,
                                        const script::ScriptText& text,
                                        const SourceMap& map);

/// The innermost scope of each generated position, asked in ascending order.
class ScopeCursor
{
public:
    static constexpr std::uint32_t kOutside = script::kNoNode;

    ScopeCursor(const std::vector<script::ScriptScope>& scopes, const script::ScriptText& text);

    /// Index of the scope, or kOutside.
    std::uint32_t scopeAt(Position generated);

private:
    struct Boundary
    {
        Position start;
        std::uint32_t scope;
    };

    std::vector<Boundary> m_boundaries;
    std::size_t m_next = 0; // The first boundary behind the last position.
};

} // namespace faultline::sourcemap
