#pragma once

#include "core/formats/debug/dwarf/code_space.h"

#include <span>

namespace faultline::dwarf {

/// One range of one inlined subroutine, as the debug info has it.
struct InlinePiece
{
    CodeRange range;
    std::uint32_t depth = 0; ///< Inlined subroutines above it within its function.
    std::uint32_t call =
        0; ///< Which inlined subroutine; index into the array given to appendInlineTree.
    std::uint32_t parentCall =
        object::kNoIndex; ///< The one it is nested in; object::kNoIndex directly in the function.
};

/// Sorts as appendInlineTree wants it: by start, outer before inner, else in file order.
void sortPieces(std::span<InlinePiece> pieces);

/// Appends the inlined ranges inside `function` as a strict tree in depth-first order
/// (docs/spec/native.md §10.4): what begins outside is left out, a piece is cut at its parent's end
/// and the rest goes to the parent's next range, a piece without parent is dropped, and of
/// overlapping siblings the later one, with all that is nested in it, starts where the earlier
/// ends. No piece ever moves into another inlined subroutine: a chain is what the compiler
/// recorded, or shorter. `calls` give names and call sites; begin, end and parent come from the
/// tree.
void appendInlineTree(CodeRange function,
                      std::span<const InlinePiece> sortedPieces,
                      std::span<const object::DebugInline> calls,
                      std::vector<object::DebugInline>& out);

} // namespace faultline::dwarf
