// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/die_names.h"
#include "core/formats/debug/dwarf/inline_tree.h"
#include "core/formats/debug/dwarf/symbol_names.h"

#include <stop_token>

namespace faultline::dwarf {

/// What all units of a file share while functions are collected. Immutable, except for units that
/// the store opens.
struct WalkContext
{
    const UnitStore& store;
    const CodeSpace& space;
    const SymbolNames& symbols;
    ParseLimits limits;
};

/// Collects a unit's functions and their inline trees in one pass over its entries. Call sites
/// contain the file *numbers* of the unit's line table. A walker reads one unit once.
class FunctionWalker
{
public:
    FunctionWalker(const WalkContext& context, const Unit& unit, object::DebugUnit& out);

    /// Damage ends the walk and is counted. Functions before it are kept. Errors: Cancelled.
    Result<void> walk(const std::stop_token& stop);

private:
    /// An entry whose children are being visited.
    struct Scope
    {
        bool isInFunction = false;  ///< Inside a function, which may be abstract.
        bool isCode = false;        ///< Inside a function with code.
        bool opensFunction = false; ///< The entry is that function itself.
        std::uint32_t inlineDepth =
            0; ///< Number of inlined subroutines between the function and this entry.
        std::uint32_t call = object::kNoIndex; ///< The innermost of these subroutines.
        std::size_t firstPiece = 0; ///< First of that call's own pieces, which are ascending.
        std::size_t endPiece = 0;
        std::uint32_t outerCall = object::kNoIndex; ///< The call around that call.
    };

    /// A function whose children are being visited. Its ranges and inlined pieces are on shared
    /// stacks.
    struct OpenFunction
    {
        std::size_t firstRange = 0;
        std::size_t firstPiece = 0;
        std::size_t firstCall = 0;
        object::DebugFunction head; ///< Entry, name and language.
    };

    void visit(DwarfCursor& cursor, std::uint64_t code);
    void visitFunction(DwarfCursor& cursor, const Abbreviation& abbreviation);
    void visitInlined(DwarfCursor& cursor, const Abbreviation& abbreviation);
    void passOver(DwarfCursor& cursor, const Abbreviation& abbreviation);
    void passBelow(DwarfCursor& cursor, std::uint64_t sibling);
    static Scope within(Scope parent);
    bool enter(Scope scope);
    void leave();
    bool covers(const Scope& scope, CodeRange range) const;
    void coverInOuterCalls(CodeRange range);
    void openFunction();
    void closeFunction();
    void emitFunction(const OpenFunction& function, CodeRange range, std::size_t& piecesLeft);
    void loseRecord(std::string_view limit);
    void collectRanges();
    object::DebugInline callSite();

    const WalkContext& m_context;
    const Unit& m_unit;
    object::DebugUnit& m_out;
    DieNames m_names;
    bool m_visitsTypes;
    std::uint64_t m_rangesLeft; ///< Number of list entries that this unit may still read.

    std::uint64_t m_entry = 0; ///< Offset of the current entry in .debug_info.
    std::vector<Scope> m_scopes;
    std::vector<OpenFunction> m_functions;
    std::vector<CodeRange> m_ranges;          // Ranges of the open functions, innermost last.
    std::vector<InlinePiece> m_pieces;        // Pieces of the open functions, innermost last.
    std::vector<object::DebugInline> m_calls; // Calls of the open functions, innermost last.
    DieFields m_fields;
    std::vector<AddressRange> m_list; // Ranges of the current entry.
};

} // namespace faultline::dwarf
