// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/dwarf_reader.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"
#include "core/formats/debug/dwarf/function_walker.h"
#include "core/formats/debug/dwarf/line_table.h"
#include "core/formats/debug/dwarf/neighbour_stores.h"
#include "core/formats/debug/dwarf/split_files.h"
#include "core/packing/compression.h"

#include <map>
#include <set>

namespace faultline::dwarf {

namespace {

using namespace dwarf;

/// One source that is compiled into two libraries gives equal ids. A larger number is not an
/// accident.
constexpr std::size_t kMaxSkeletonsPerSplitUnit = 64;

/// Line programs belong to one unit each, and a reader reads a unit once or twice. How many times
/// the section's size programs may take altogether: units that share large ones are an attack.
constexpr std::uint64_t kLineProgramReads = 64;

/// Code with lines outside all functions is padding unless a symbol begins in it or it is long.
constexpr std::uint32_t kLongestPadding = 64;

class DwarfReader final : public object::DebugInfoReader
{
public:
    DwarfReader(DwarfSections sections,
                UnitIndex index,
                std::unique_ptr<const UnitStore> supplementary,
                DwarfInput input,
                const ParseLimits& limits)
        : m_supplementary(std::move(supplementary)),
          m_types(typeStore(sections, m_supplementary.get())),
          m_store(std::move(sections),
                  std::move(index),
                  {.supplementary = m_supplementary.get(), .types = m_types.get()}),
          m_split(input.companions, m_store.sections()), m_codeUnits(codeUnits(m_store.index())),
          m_space(input), m_symbols(std::move(input.symbols)), m_limits(limits),
          m_isRelocatable(input.isRelocatable),
          m_lineBytesLeft(kLineProgramReads * m_store.sections().line.size()),
          m_releasesUnits(input.ownsInfo && !mayReferAcrossUnits(m_store.sections().abbrev.span())),
          m_warnings(m_split.warnings())
    {
    }

    std::size_t unitCount() const override { return m_codeUnits.size(); }

    std::uint32_t lostUnits() const override { return m_store.index().lostUnits; }

    std::uint64_t textBytes() const override
    {
        const auto& sections = m_store.sections();
        std::uint64_t bytes = m_split.textBytes();
        for (const auto* section : {&sections.info, &sections.str, &sections.lineStr,
                                    &sections.line, &sections.supplementaryStr, &sections.types})
            bytes += section->size();
        return bytes;
    }

    std::uint32_t lostNames() const override
    {
        const auto supplementary =
            m_supplementary ? m_supplementary->sections().longTexts->lost() : 0;
        return m_store.sections().longTexts->lost() + supplementary;
    }

    std::uint64_t unitWeight(std::size_t unit) const override
    {
        const auto& header = m_store.index().units[m_codeUnits[unit]];
        return header.end - header.offset;
    }

    Result<object::DebugUnit> readUnit(std::size_t index, std::stop_token stop) const override;
    void releaseUnit(std::size_t index) const override;
    std::vector<std::string> warnings() const override;

private:
    bool holdsCode(const Unit& unit) const;
    Result<void>
    addFunctions(const Unit& unit, object::DebugUnit& out, const std::stop_token& stop) const;
    Result<void> walk(const UnitStore& store,
                      const Unit& unit,
                      object::DebugUnit& out,
                      const std::stop_token& stop) const;
    bool mayUseSplit(const Unit& skeleton) const;
    Result<SplitFiles::Found> splitUnitOf(const Unit& skeleton) const;
    void noteMissing(const Unit& skeleton, const Error& error) const;
    void addLines(const Unit& unit, object::DebugUnit& out) const;
    void addFunctionLines(const LineTable& table, object::DebugUnit& out) const;
    void addBareLines(const LineTable& table, object::DebugUnit& out) const;

    std::unique_ptr<const UnitStore> m_supplementary;
    std::unique_ptr<const UnitStore> m_types;
    UnitStore m_store;
    SplitFiles m_split;
    std::vector<std::size_t> m_codeUnits; ///< Indexes into the store.
    CodeSpace m_space;
    SymbolNames m_symbols;
    ParseLimits m_limits;
    bool m_isRelocatable;
    mutable std::atomic<std::uint64_t>
        m_lineBytesLeft;        ///< Budget for line programs over all readings.
    bool m_releasesUnits;       ///< Nothing leads from one unit into another.
    mutable std::mutex m_mutex; // Guards what follows.
    mutable std::map<std::uint64_t, std::set<std::uint64_t>> m_splitUsers; // Skeletons by DWO id.
    mutable std::vector<std::string> m_warnings;
};

Result<object::DebugUnit> DwarfReader::readUnit(std::size_t index, std::stop_token stop) const
{
    FL_TRY(const auto unit, m_store.open(m_codeUnits[index]));
    object::DebugUnit out;
    if (!holdsCode(unit))
        return out;
    FL_CHECK(addFunctions(unit, out, stop));
    addLines(unit, out);
    return out;
}

void DwarfReader::releaseUnit(std::size_t index) const
{
    if (!m_releasesUnits)
        return;
    const auto& header = m_store.index().units[m_codeUnits[index]];
    packing::giveBackPages(m_store.sections().info.span().subspan(
        static_cast<std::size_t>(header.offset),
        static_cast<std::size_t>(header.end - header.offset)));
}

/// The functions of a skeleton unit are those of its split unit; without that the few that some
/// compilers leave in the skeleton.
Result<void> DwarfReader::addFunctions(const Unit& unit,
                                       object::DebugUnit& out,
                                       const std::stop_token& stop) const
{
    if (!unit.isSkeleton())
        return walk(m_store, unit, out, stop);
    const auto split = splitUnitOf(unit);
    if (split)
        return walk(*split->store, split->unit, out, stop);
    noteMissing(unit, split.error());
    return walk(m_store, unit, out, stop);
}

/// False when too many other skeletons have the id already: small ones could then have a large unit
/// read over and over.
bool DwarfReader::mayUseSplit(const Unit& skeleton) const
{
    const std::scoped_lock lock(m_mutex);
    auto& users = m_splitUsers[skeleton.dwoId];
    if (users.contains(skeleton.header.offset))
        return true;
    if (users.size() >= kMaxSkeletonsPerSplitUnit)
        return false;
    users.insert(skeleton.header.offset);
    return true;
}

Result<SplitFiles::Found> DwarfReader::splitUnitOf(const Unit& skeleton) const
{
    if (!mayUseSplit(skeleton))
        return fail(ErrorKind::Malformed, "more than ", kMaxSkeletonsPerSplitUnit,
                    " skeleton units share the id ", Hex{skeleton.dwoId});
    return m_split.find(skeleton);
}

Result<void> DwarfReader::walk(const UnitStore& store,
                               const Unit& unit,
                               object::DebugUnit& out,
                               const std::stop_token& stop) const
{
    const WalkContext context{store, m_space, m_symbols, m_limits};
    return FunctionWalker(context, unit, out).walk(stop);
}

/// A unit that covers one range from address 0 was discarded by the linker as a whole (without an
/// end, the 0 is only the base that DWARF 2 producers write for functions in several sections).
/// Partial units have no code by definition.
bool DwarfReader::holdsCode(const Unit& unit) const
{
    const bool isDiscarded =
        !m_isRelocatable && unit.lowPc == 0u && unit.hasHighPc && !unit.hasRanges;
    return !isDiscarded && (unit.tag == DW_TAG_compile_unit || unit.tag == DW_TAG_skeleton_unit);
}

void DwarfReader::noteMissing(const Unit& skeleton, const Error& error) const
{
    auto text = error.kind == ErrorKind::NotFound
                    ? concat("split debug info missing: ", skeleton.dwoName)
                    : concat("split debug info damaged: ", skeleton.dwoName, ": ", error.detail);
    const std::scoped_lock lock(m_mutex);
    if (std::ranges::find(m_warnings, text) == m_warnings.end())
        m_warnings.push_back(std::move(text));
}

/// Gives every function its rows and turns file numbers of call sites into indexes.
void DwarfReader::addLines(const Unit& unit, object::DebugUnit& out) const
{
    auto table = LineTable::read(m_store.sections(), unit, m_space, m_lineBytesLeft);
    out.damagedRecords += table.damagedRecords();
    if (table.exceedsLimit())
        out.exceeded.insert("line programs that units share");
    for (auto& call : out.inlines)
        call.callFile = table.fileIndex(call.callFile);
    addFunctionLines(table, out);
    addBareLines(table, out);
    out.files = std::move(table.files());
}

void DwarfReader::addFunctionLines(const LineTable& table, object::DebugUnit& out) const
{
    // Functions share rows only where code was folded; more than this is an attack on memory.
    const auto rowLimit = 4 * (table.rowCount() + out.functions.size()) + 1024;
    out.lines.reserve(table.rowCount() + out.functions.size());
    for (auto& function : out.functions) {
        function.firstLine = static_cast<std::uint32_t>(out.lines.size());
        if (out.lines.size() > rowLimit) {
            ++out.damagedRecords;
            out.exceeded.insert("lines that functions share");
            continue;
        }
        table.appendRows({function.begin, function.end}, out.lines);
        function.lineCount = static_cast<std::uint32_t>(out.lines.size()) - function.firstLine;
    }
}

void DwarfReader::addBareLines(const LineTable& table, object::DebugUnit& out) const
{
    std::vector<CodeRange> covered;
    covered.reserve(out.functions.size());
    for (const auto& function : out.functions)
        covered.push_back({function.begin, function.end});
    std::ranges::sort(covered, {}, &CodeRange::begin);
    for (const auto gap : table.rangesOutside(covered)) {
        const auto code = m_space.executable(gap);
        if (!code)
            continue;
        // Padding lies between functions; assembler sources have no functions.
        const bool isPadding = !covered.empty() && code->end - code->begin < kLongestPadding &&
                               !m_symbols.beginsWithin(code->begin, code->end);
        if (isPadding)
            continue;
        const auto firstLine = static_cast<std::uint32_t>(out.lines.size());
        table.appendRows(*code, out.lines);
        const auto lineCount = static_cast<std::uint32_t>(out.lines.size()) - firstLine;
        out.bareLines.push_back({code->begin, code->end, firstLine, lineCount});
    }
}

std::vector<std::string> DwarfReader::warnings() const
{
    std::vector<std::string> warnings;
    if (!m_store.index().damage.empty())
        warnings.push_back(m_store.index().damage);
    const std::scoped_lock lock(m_mutex);
    warnings.insert(warnings.end(), m_warnings.begin(), m_warnings.end());
    return warnings;
}

} // namespace

Result<std::unique_ptr<object::DebugInfoReader>> makeDwarfReader(DwarfInput input,
                                                                 const ParseLimits& limits)
{
    auto sections = loadAllSections(input);
    if (sections.info.empty())
        return fail(ErrorKind::NotFound, "no .debug_info");
    auto index = readUnitIndex(sections.info.span(), sections.order);
    if (index.units.empty())
        return fail(ErrorKind::Malformed, index.damage);
    auto supplementary = supplementaryStore(input);
    if (supplementary)
        sections.supplementaryStr = supplementary->sections().str;
    return std::make_unique<DwarfReader>(std::move(sections), std::move(index),
                                         std::move(supplementary), std::move(input), limits);
}

} // namespace faultline::dwarf
