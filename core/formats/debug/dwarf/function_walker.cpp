// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/function_walker.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/dwarf/entry_ranges.h"

#include <algorithm>
#include <ranges>

namespace faultline::dwarf {

namespace {

constexpr std::uint64_t kEntriesPerStopCheck = 4096;

constexpr std::string_view kSharedRanges = "address ranges that entries share";
constexpr std::string_view kSharedCode = "inlined calls in overlapping ranges of a function";
constexpr std::string_view kSharedAbbreviations = "overlapping abbreviation tables";

/// C and C++ compilers put only declarations into types. Definitions are outside and refer to them,
/// but GCC leaves those of local classes and lambdas inside. Most of a unit is types, so it pays to
/// enter only local ones.
bool definesFunctionsInTypes(Language language)
{
    switch (language) {
    case Language::C:
    case Language::Cpp:
    case Language::ObjC:
    case Language::ObjCpp: return false;
    default: return true;
    }
}

std::uint32_t clamped32(std::uint64_t value)
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, 0xffffffff));
}

} // namespace

FunctionWalker::FunctionWalker(const WalkContext& context, const Unit& unit, object::DebugUnit& out)
    : m_context(context), m_unit(unit), m_out(out),
      m_names(context.store, unit, context.limits.maxReferenceHops, out.ownedStrings),
      m_visitsTypes(definesFunctionsInTypes(unit.language)),
      // Every entry that names a list takes some bytes of the unit. Sharing lists beyond that is an
      // attack: real units need 0.04 ranges for each byte at most.
      m_rangesLeft(256 + (unit.header.end - unit.header.offset))
{
}

Result<void> FunctionWalker::walk(const std::stop_token& stop)
{
    if (!m_unit.hasChildren)
        return {};
    const auto& sections = m_context.store.sections();
    DwarfCursor cursor(sections.info.span(), m_unit.firstChild, m_unit.header.end, sections.order);
    m_scopes.push_back({});
    std::uint64_t entries = 0;
    while (!m_scopes.empty() && !cursor.atEnd()) {
        if (++entries % kEntriesPerStopCheck == 0 && stop.stop_requested())
            return fail(ErrorKind::Cancelled, "reading debug info was cancelled");
        m_entry = cursor.offset();
        const auto code = cursor.uleb128();
        if (code == 0 && cursor.ok())
            leave();
        else
            visit(cursor, code);
    }
    if (!cursor.ok())
        ++m_out.damagedRecords;
    while (!m_scopes.empty())
        leave();
    m_names.noteExcess(m_out);
    return {};
}

/// Drops a record because of a limit.
void FunctionWalker::loseRecord(std::string_view limit)
{
    ++m_out.damagedRecords;
    m_out.exceeded.insert(limit);
}

/// Returns the scope inside a block or namespace, which continues the one around it.
FunctionWalker::Scope FunctionWalker::within(Scope parent)
{
    parent.opensFunction = false;
    return parent;
}

void FunctionWalker::visit(DwarfCursor& cursor, std::uint64_t code)
{
    const auto* abbreviation = m_unit.abbreviations->find(code);
    if (abbreviation == nullptr) {
        if (m_unit.abbreviations->isCut())
            m_out.exceeded.insert(kSharedAbbreviations);
        return cursor.fail();
    }
    switch (abbreviation->role) {
    case TagRole::Function: return visitFunction(cursor, *abbreviation);
    case TagRole::Inlined: return visitInlined(cursor, *abbreviation);
    case TagRole::TypeScope:
        if (!m_visitsTypes && !m_scopes.back().isInFunction)
            return passOver(cursor, *abbreviation);
        [[fallthrough]];
    case TagRole::Scope:
        skipEntry(cursor, *m_unit.abbreviations, *abbreviation, m_unit.header);
        if (abbreviation->hasChildren && !enter(within(m_scopes.back())))
            passBelow(cursor, 0);
        return;
    case TagRole::Unit:
    case TagRole::Leaf: return passOver(cursor, *abbreviation);
    }
}

void FunctionWalker::visitFunction(DwarfCursor& cursor, const Abbreviation& abbreviation)
{
    readFields(cursor, *m_unit.abbreviations, abbreviation, m_unit.header, m_fields);
    const auto firstRange = m_ranges.size();
    if (cursor.ok())
        collectRanges();
    if (m_ranges.size() == firstRange) {
        // A declaration or an abstract instance: no code of its own, yet a nested function may have
        // some.
        if (abbreviation.hasChildren && !enter({true, false, false, 0, object::kNoIndex}))
            passBelow(cursor, m_fields.numberOr(Field::Sibling, 0));
        return;
    }
    const OpenFunction function{firstRange, m_pieces.size(), m_calls.size(), {}};
    m_functions.push_back(function);
    openFunction();
    if (!abbreviation.hasChildren)
        closeFunction();
    else if (!enter({true, true, true, 0, object::kNoIndex})) {
        closeFunction();
        passBelow(cursor, m_fields.numberOr(Field::Sibling, 0));
    }
}

/// Opens the function whose attributes were just read, with its name and entry.
void FunctionWalker::openFunction()
{
    auto& function = m_functions.back();
    const auto ranges = std::span(m_ranges).subspan(function.firstRange);
    // The first range of a list holds the entry unless DW_AT_entry_pc says otherwise (DWARF 5
    // §2.18); cold parts follow.
    auto entry = ranges.front().begin;
    if (m_fields.has(Field::EntryPc)) {
        const auto& value = m_fields[Field::EntryPc];
        const auto address = addressOf(m_context.store.sections(), m_unit, value);
        const auto code =
            address ? m_context.space.relative({*address, *address + 1}) : std::nullopt;
        if (code &&
            std::ranges::any_of(ranges, [&](CodeRange r) { return r.begin == code->begin; }))
            entry = code->begin;
    }
    const auto named = m_names.nameOf(m_fields, m_entry);
    function.head.entry = entry;
    function.head.name = named.name;
    function.head.language = named.language;
    // Dart's symbols are less readable than its debug info.
    const auto symbol =
        m_unit.producer == "Dart VM" ? std::string_view() : m_context.symbols.at(entry, named.name);
    if (!symbol.empty())
        function.head.name = symbol;
}

void FunctionWalker::visitInlined(DwarfCursor& cursor, const Abbreviation& abbreviation)
{
    if (m_functions.empty() || !m_scopes.back().isCode)
        return passOver(cursor, abbreviation);
    readFields(cursor, *m_unit.abbreviations, abbreviation, m_unit.header, m_fields);
    if (!cursor.ok())
        return;
    const auto parent = m_scopes.back();
    const auto call = static_cast<std::uint32_t>(m_calls.size() - m_functions.back().firstCall);
    const auto firstRange = m_ranges.size();
    collectRanges();
    if (m_ranges.size() == firstRange && !abbreviation.hasChildren)
        return;
    for (const auto& range : std::span(m_ranges).subspan(firstRange))
        coverInOuterCalls(range);
    const auto firstPiece = m_pieces.size();
    for (const auto& range : std::span(m_ranges).subspan(firstRange))
        m_pieces.push_back({range, parent.inlineDepth, call, parent.call});
    sortPieces(std::span(m_pieces).subspan(firstPiece));
    m_ranges.resize(firstRange);
    m_calls.push_back(callSite());
    const auto sibling = m_fields.numberOr(Field::Sibling, 0);
    if (abbreviation.hasChildren && !enter({true, true, false, parent.inlineDepth + 1, call,
                                            firstPiece, m_pieces.size(), parent.call}))
        passBelow(cursor, sibling);
}

bool FunctionWalker::covers(const Scope& scope, CodeRange range) const
{
    const auto own =
        std::span(m_pieces).subspan(scope.firstPiece, scope.endPiece - scope.firstPiece);
    const auto after = std::ranges::upper_bound(
        own, range.begin, {}, [](const InlinePiece& piece) { return piece.range.begin; });
    return after != own.begin() && std::prev(after)->range.end >= range.end;
}

/// The inlined calls of a call are its code too. DWARF 2 cannot describe a call in several pieces.
/// Compilers limited to it record the places of such a call's inner calls but not its own. Go 1.12
/// to 1.14 leave parts out.
void FunctionWalker::coverInOuterCalls(CodeRange range)
{
    auto last = object::kNoIndex;
    for (const auto& scope : m_scopes | std::views::reverse) {
        if (scope.call == object::kNoIndex || covers(scope, range))
            return;
        if (scope.call == last)
            continue; // A block in it.
        last = scope.call;
        if (m_rangesLeft == 0)
            return loseRecord(kSharedRanges);
        --m_rangesLeft;
        m_pieces.push_back({range, scope.inlineDepth - 1, scope.call, scope.outerCall});
    }
}

object::DebugInline FunctionWalker::callSite()
{
    object::DebugInline call;
    const auto named = m_names.nameOf(m_fields, m_entry);
    call.name = named.name;
    call.language = named.language;
    call.callFile = clamped32(m_fields.numberOr(Field::CallFile, object::kNoIndex));
    call.callLine = clamped32(m_fields.numberOr(Field::CallLine, 0));
    call.callColumn = clamped32(m_fields.numberOr(Field::CallColumn, 0));
    return call;
}

/// Appends the code of the entry whose attributes were just read to m_ranges.
void FunctionWalker::collectRanges()
{
    const auto& sections = m_context.store.sections();
    m_list.clear();
    if (m_fields.has(Field::Ranges)) {
        const auto& value = m_fields[Field::Ranges];
        const auto state = appendRanges(sections, m_unit, value, m_list, m_rangesLeft);
        if (state == ListState::TooLong)
            return loseRecord(kSharedRanges);
        if (state == ListState::Damaged)
            ++m_out.damagedRecords;
    } else if (m_fields.has(Field::LowPc) && m_fields.has(Field::HighPc)) {
        const auto begin = addressOf(sections, m_unit, m_fields[Field::LowPc]);
        const auto end = endOf(sections, m_unit, m_fields[Field::HighPc], begin);
        // Optimizers of WebAssembly replace one or both ends of removed code by 0. A length after a
        // discarded beginning wraps around.
        const bool isRemoved =
            end == std::uint64_t{0} ||
            (begin && m_context.space.isTombstone(*begin, m_unit.header.addressBytes));
        if (begin && end && *begin <= *end)
            m_list.push_back({*begin, *end});
        else if (!isRemoved)
            ++m_out.damagedRecords;
    }
    for (const auto& range : m_list) {
        if (const auto code = m_context.space.function(range, m_unit.header.addressBytes))
            m_ranges.push_back(*code);
    }
}

/// Passes an entry together with all that is below it.
void FunctionWalker::passOver(DwarfCursor& cursor, const Abbreviation& abbreviation)
{
    const auto sibling = skipEntry(cursor, *m_unit.abbreviations, abbreviation, m_unit.header);
    if (abbreviation.hasChildren)
        passBelow(cursor, sibling);
}

void FunctionWalker::passBelow(DwarfCursor& cursor, std::uint64_t sibling)
{
    passChildren(cursor, *m_unit.abbreviations, m_unit.header, sibling);
}

/// False when entries are nested implausibly deep; their children are then skipped.
bool FunctionWalker::enter(Scope scope)
{
    if (m_scopes.size() >= m_context.limits.maxTreeDepth) {
        ++m_out.damagedRecords;
        return false;
    }
    m_scopes.push_back(scope);
    return true;
}

void FunctionWalker::leave()
{
    const auto scope = m_scopes.back();
    m_scopes.pop_back();
    if (scope.opensFunction)
        closeFunction();
}

void FunctionWalker::closeFunction()
{
    const auto function = m_functions.back();
    m_functions.pop_back();
    const auto pieces = std::span(m_pieces).subspan(function.firstPiece);
    sortPieces(pieces);
    // A piece lies in one range, or in a few that it is cut into.
    auto piecesLeft = 4 * pieces.size() + 64;
    for (std::size_t i = function.firstRange; i < m_ranges.size(); ++i)
        emitFunction(function, m_ranges[i], piecesLeft);
    m_ranges.resize(function.firstRange);
    m_pieces.resize(function.firstPiece);
    m_calls.resize(function.firstCall);
}

void FunctionWalker::emitFunction(const OpenFunction& function,
                                  CodeRange range,
                                  std::size_t& piecesLeft)
{
    auto record = function.head;
    record.begin = range.begin;
    record.end = range.end;
    record.firstInline = static_cast<std::uint32_t>(m_out.inlines.size());
    const auto pieces = std::span(m_pieces).subspan(function.firstPiece);
    const auto calls = std::span(m_calls).subspan(function.firstCall);
    if (piecesLeft > 0)
        piecesLeft -= std::min(piecesLeft, appendInlineTree(range, pieces, calls, m_out.inlines));
    else if (!pieces.empty())
        loseRecord(kSharedCode);
    record.inlineCount = static_cast<std::uint32_t>(m_out.inlines.size()) - record.firstInline;
    m_out.functions.push_back(record);
}

} // namespace faultline::dwarf
