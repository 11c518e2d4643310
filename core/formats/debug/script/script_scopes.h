// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/script/scope_name.h"

namespace faultline::script {

/// A function or class of a script, with its name in that script.
struct ScriptScope
{
    std::uint32_t start = 0; ///< In bytes; the end is exclusive.
    std::uint32_t end = 0;
    ScopeName name; ///< Empty for an anonymous scope.
};

/// Returns the scopes of a generated script, outer ones first. They give frames their names.
/// Errors: those of parseScript(); callers continue without scopes.
Result<std::vector<ScriptScope>>
findScriptScopes(std::string_view text, const ScriptLimits& limits = {}, std::stop_token stop = {});

/// A position at which the innermost scope changes.
struct ScopeBoundary
{
    std::uint32_t offset = 0;
    std::uint32_t scope = kNoNode; ///< Index of the scope; kNoNode when there is none.
};

/// Returns the boundaries of nested scopes, sorted by offset. Before the first boundary there is no
/// scope.
std::vector<ScopeBoundary> boundariesOf(const std::vector<ScriptScope>& scopes);

} // namespace faultline::script
