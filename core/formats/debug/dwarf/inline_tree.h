// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/code_space.h"

#include <span>

namespace faultline::dwarf {

/// One range of one inlined subroutine, as recorded.
struct InlinePiece
{
    CodeRange range;
    std::uint32_t depth = 0; ///< Number of inlined subroutines around it in its function.
    std::uint32_t call =
        0; ///< Index of the inlined subroutine in the array given to appendInlineTree.
    std::uint32_t parentCall = object::kNoIndex; ///< The subroutine around it; object::kNoIndex
                                                 ///< when it is directly in the function.
};

/// Sorts pieces for appendInlineTree: by start, outer before inner, otherwise in file order.
void sortPieces(std::span<InlinePiece> pieces);

/// Appends the inlined ranges inside `function` as a strict tree in depth-first order
/// (docs/spec/native.md §10.4). A piece that begins outside is left out. A piece is cut at its
/// parent's end; the rest goes to the parent's next range. A piece without parent is dropped. If
/// siblings overlap, the later one, with all that is nested in it, starts where the earlier ends. A
/// piece never moves into another inlined subroutine, so every chain is the recorded one or a
/// shorter one. `calls` supply names and call sites; begin, end and parent come from the tree.
/// Returns how many pieces and parts of pieces it placed.
std::size_t appendInlineTree(CodeRange function,
                             std::span<const InlinePiece> sortedPieces,
                             std::span<const object::DebugInline> calls,
                             std::vector<object::DebugInline>& out);

} // namespace faultline::dwarf
