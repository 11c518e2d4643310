// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/formats/debug/sourcemap/token.h"

#include <cstdint>
#include <vector>

namespace faultline::sourcemap {

/// A generated range of ECMA-426 that is a function, or the body of a function that was inlined.
/// Other ranges are left out.
struct ScopeNode
{
    std::uint32_t parent = kNone; ///< The node around this one; always an earlier one.
    std::uint32_t name = kNone;   ///< Index into `names`.
    bool isHidden = false;        ///< A tool added the function; stack traces should not show it.
    /// For an inlined body: the source and position of the call.
    std::uint32_t callSource = kNone;
    Position call;

    bool isInlined() const { return callSource != kNone; }
};

/// From a position on, up to the next boundary, the generated text belongs to this node.
struct ScopeBoundary
{
    Position start;
    std::uint32_t node = kNone; ///< kNone: to no function.
};

struct ScopeRanges
{
    std::vector<ScopeNode> nodes;
    std::vector<ScopeBoundary> boundaries; ///< Ascending; each has a position of its own.
};

/// Decodes `scopes` and `ranges` (tc39/ecma426 proposals/scopes.md, docs/spec/javascript.md §9).
/// Empty when the map has none. Errors: Malformed, with the offset.
Result<ScopeRanges> decodeScopes(const MapMembers& members, const MapLimits& limits);

} // namespace faultline::sourcemap
