#pragma once

#include "core/formats/debug/dwarf/die_names.h"
#include "core/formats/debug/dwarf/inline_tree.h"
#include "core/formats/debug/dwarf/symbol_names.h"

#include <stop_token>

namespace faultline::dwarf {

/// What all units of a file share while functions are collected. Immutable, but for what the store
/// opens.
struct WalkContext
{
    const UnitStore& store;
    const CodeSpace& space;
    const SymbolNames& symbols;
    ParseLimits limits;
};

/// Collects a unit's functions and their inline trees in one pass over its entries. Call sites hold
/// the file *numbers* of the unit's line table. One walker reads one unit once.
class FunctionWalker
{
public:
    FunctionWalker(const WalkContext& context, const Unit& unit, object::DebugUnit& out);

    /// Damage ends the walk and is counted; functions before it are kept. Errors: Cancelled.
    Result<void> walk(const std::stop_token& stop);

private:
    /// An entry whose children are being visited.
    struct Scope
    {
        bool isInFunction = false;     ///< Within a function, be it an abstract one.
        bool isCode = false;           ///< Within a function that has code.
        bool opensFunction = false;    ///< It is that function's own entry.
        std::uint32_t inlineDepth = 0; ///< Inlined subroutines from the function down to here.
        std::uint32_t call = object::kNoIndex; ///< The innermost of them.
        std::size_t firstPiece = 0;            ///< Of that call's own, ascending.
        std::size_t endPiece = 0;
        std::uint32_t outerCall = object::kNoIndex; ///< Around that call.
    };

    /// A function whose children are being visited; its ranges and inlined pieces lie on shared
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
    void emitFunction(const OpenFunction& function, CodeRange range);
    void collectRanges();
    object::DebugInline callSite();

    const WalkContext& m_context;
    const Unit& m_unit;
    object::DebugUnit& m_out;
    DieNames m_names;
    bool m_visitsTypes;
    std::uint64_t m_rangesLeft; ///< List entries this unit may still use.

    std::uint64_t m_entry = 0; ///< Of the entry being visited, in .debug_info.
    std::vector<Scope> m_scopes;
    std::vector<OpenFunction> m_functions;
    std::vector<CodeRange> m_ranges;          // Of open functions, innermost last.
    std::vector<InlinePiece> m_pieces;        // Likewise.
    std::vector<object::DebugInline> m_calls; // Likewise.
    DieFields m_fields;
    std::vector<AddressRange> m_list; // Of the entry being visited.
};

} // namespace faultline::dwarf
