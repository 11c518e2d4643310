#include "core/formats/dwarf/dwarf_reader.h"

#include "core/formats/dwarf/dwarf_constants.h"
#include "core/formats/dwarf/function_walker.h"
#include "core/formats/dwarf/line_table.h"

namespace faultline {

namespace {

using namespace dwarf;

/// Units that can hold code: all but type units, and partial units of DWARF 5 whose header says so.
std::vector<std::size_t> codeUnits(const UnitIndex& index)
{
    std::vector<std::size_t> units;
    for (std::size_t i = 0; i < index.units.size(); ++i) {
        const auto type = index.units[i].type;
        if (type != DW_UT_type && type != DW_UT_split_type && type != DW_UT_partial)
            units.push_back(i);
    }
    return units;
}

class DwarfReader final : public DebugInfoReader
{
public:
    DwarfReader(DwarfSections sections,
                UnitIndex index,
                DwarfInput input,
                const ParseLimits& limits)
        : m_store(std::move(sections), std::move(index)), m_codeUnits(codeUnits(m_store.index())),
          m_space(input), m_symbols(std::move(input.symbols)), m_limits(limits),
          m_isRelocatable(input.isRelocatable)
    {
    }

    std::size_t unitCount() const override { return m_codeUnits.size(); }

    std::uint64_t unitWeight(std::size_t unit) const override
    {
        const auto& header = m_store.index().units[m_codeUnits[unit]];
        return header.end - header.offset;
    }

    Result<DebugUnit> readUnit(std::size_t index, std::stop_token stop) const override;
    std::vector<std::string> warnings() const override;

private:
    bool holdsCode(const Unit& unit) const;
    void noteSplitUnit(const Unit& unit) const;
    void addLines(const Unit& unit, DebugUnit& out) const;

    UnitStore m_store;
    std::vector<std::size_t> m_codeUnits; ///< Indexes into the store.
    CodeSpace m_space;
    SymbolNames m_symbols;
    ParseLimits m_limits;
    bool m_isRelocatable;
    mutable std::mutex m_mutex; // Guards m_warnings.
    mutable std::vector<std::string> m_warnings;
};

Result<DebugUnit> DwarfReader::readUnit(std::size_t index, std::stop_token stop) const
{
    FL_TRY(const auto unit, m_store.open(m_codeUnits[index]));
    DebugUnit out;
    if (unit.isSkeleton())
        noteSplitUnit(unit);
    if (!holdsCode(unit))
        return out;
    const WalkContext context{m_store, m_space, m_symbols, m_limits};
    FunctionWalker walker(context, unit, out);
    FL_CHECK(walker.walk(stop));
    if (!out.functions.empty())
        addLines(unit, out);
    return out;
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

void DwarfReader::noteSplitUnit(const Unit& unit) const
{
    auto text = concat("split debug info missing: ", unit.dwoName);
    const std::scoped_lock lock(m_mutex);
    if (std::ranges::find(m_warnings, text) == m_warnings.end())
        m_warnings.push_back(std::move(text));
}

/// Gives every function its rows and turns file numbers of call sites into indexes.
void DwarfReader::addLines(const Unit& unit, DebugUnit& out) const
{
    auto table = LineTable::read(m_store.sections(), unit, m_space);
    out.damagedRecords += table.damagedRecords();
    for (auto& call : out.inlines)
        call.callFile = table.fileIndex(call.callFile);
    // Functions share rows only where code was folded; more than this is an attack on memory.
    const auto rowLimit = 4 * (table.rowCount() + out.functions.size()) + 1024;
    out.lines.reserve(table.rowCount() + out.functions.size());
    for (auto& function : out.functions) {
        function.firstLine = static_cast<std::uint32_t>(out.lines.size());
        if (out.lines.size() > rowLimit) {
            ++out.damagedRecords;
            continue;
        }
        table.appendRows({function.begin, function.end}, out.lines);
        function.lineCount = static_cast<std::uint32_t>(out.lines.size()) - function.firstLine;
    }
    out.files = std::move(table.files());
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

Result<std::unique_ptr<DebugInfoReader>> makeDwarfReader(DwarfInput input,
                                                         const ParseLimits& limits)
{
    auto sections = loadAllSections(input);
    if (sections.info.empty())
        return fail(ErrorKind::NotFound, "no .debug_info");
    auto index = readUnitIndex(sections.info.span(), sections.order);
    if (index.units.empty())
        return fail(ErrorKind::Malformed, index.damage);
    return std::make_unique<DwarfReader>(std::move(sections), std::move(index), std::move(input),
                                         limits);
}

} // namespace faultline
