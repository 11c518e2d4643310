#pragma once

#include "core/formats/debug/script/scope_name.h"

namespace faultline::script {

/// A function or class of a script and its name there.
struct ScriptScope
{
    std::uint32_t start = 0; ///< Bytes, end exclusive.
    std::uint32_t end = 0;
    ScopeName name; ///< Empty: anonymous.
};

/// The scopes of a generated script, outer ones first: what frames are named by. Errors: as
/// parseScript(); callers go on without scopes.
Result<std::vector<ScriptScope>>
findScriptScopes(std::string_view text, const ScriptLimits& limits = {}, std::stop_token stop = {});

/// Where another scope begins to be the innermost one.
struct ScopeBoundary
{
    std::uint32_t offset = 0;
    std::uint32_t scope = kNoNode; ///< Index of the scope; kNoNode outside of all.
};

/// The boundaries of nested scopes, by offset; in front of the first one no scope counts.
std::vector<ScopeBoundary> boundariesOf(const std::vector<ScriptScope>& scopes);

} // namespace faultline::script
