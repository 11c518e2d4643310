// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/value_reader.h"

#include "core/formats/debug/dwarf/prologues.h"
#include "core/formats/debug/dwarf/scope_variables.h"
#include "core/formats/debug/dwarf/type_names.h"
#include "core/formats/debug/dwarf/type_reader.h"

namespace faultline::dwarf {

namespace {

class ValueReader final : public object::ValueInfoReader
{
public:
    ValueReader(DwarfSections sections,
                UnitIndex index,
                const DwarfInput& input,
                const ParseLimits& limits)
        : m_units(std::move(sections), std::move(index), input, limits),
          m_code(m_units, input, limits), m_prologues(m_units, m_code, input),
          m_scopes(m_units, limits), m_types(m_units, limits), m_names(m_units, m_types)
    {
    }

    std::vector<object::FunctionInfo> functionsAt(std::uint64_t linkedAddress) override
    {
        Entry function;
        if (!m_code.functionAt(linkedAddress, function))
            return {};
        return m_scopes.around(function, linkedAddress);
    }

    std::uint64_t prologueEnd(object::EntryRef function) override
    {
        Entry entry;
        return m_units.read(function, entry) ? m_prologues.endOf(entry) : 0;
    }

    std::optional<object::CallSite> callReturningTo(std::uint64_t linkedAddress) override
    {
        Entry function;
        if (linkedAddress == 0 || !m_code.functionAt(linkedAddress - 1, function))
            return std::nullopt;
        return m_scopes.callReturningTo(function, linkedAddress);
    }

    bool hasOtherInstance(object::EntryRef function) override
    {
        Entry entry;
        return !m_units.read(function, entry) || m_code.hasOtherInstance(entry);
    }

    std::optional<std::vector<object::TailJump>> tailJumps(object::EntryRef function) override
    {
        Entry entry;
        return m_units.read(function, entry) ? m_scopes.tailJumps(entry) : std::nullopt;
    }

    bool isSameFunction(object::EntryRef one, object::EntryRef other) override;
    std::string_view externalName(object::EntryRef function) override;

    std::optional<object::VariableInfo> variable(object::EntryRef ref,
                                                 std::uint64_t linkedAddress) override
    {
        Entry entry;
        if (!m_units.read(ref, entry))
            return std::nullopt;
        return m_scopes.variable(entry, linkedAddress);
    }

    object::TypeInfoPtr type(object::EntryRef entry) override { return m_types.type(entry); }

    object::EntryRef definitionOf(object::EntryRef declaration) override
    {
        Entry entry;
        return m_units.read(declaration, entry) ? m_names.definitionOf(entry) : object::EntryRef();
    }

    std::vector<object::EntryRef> typesNamed(std::string_view name, std::size_t most) override
    {
        return m_names.types(name, most);
    }

    std::vector<object::VariableInfo> globalsNamed(std::string_view name, std::size_t most) override
    {
        std::vector<object::VariableInfo> found;
        for (const auto ref : m_names.variables(name, most)) {
            if (auto info = variable(ref, 0))
                found.push_back(*std::move(info));
        }
        return found;
    }

    object::ExpressionUnit unit(object::EntryRef ref) override
    {
        const auto* unit = m_units.unitOf(ref);
        if (unit == nullptr)
            return {};
        const auto& header = unit->unit.header;
        return {unit->sections().order, header.version, header.addressBytes,
                static_cast<std::uint8_t>(header.version == 2 ? header.addressBytes
                                                              : header.offsetBytes())};
    }

    std::optional<std::uint64_t> indexedAddress(object::EntryRef ref, std::uint64_t index) override
    {
        const auto* unit = m_units.unitOf(ref);
        return unit == nullptr ? std::nullopt
                               : dwarf::indexedAddress(unit->sections(), unit->unit, index);
    }

    object::EntryRef entryInUnit(object::EntryRef ref, std::uint64_t offset) override
    {
        const auto* unit = m_units.unitOf(ref);
        const bool isInside =
            unit != nullptr && offset < unit->unit.header.end - unit->unit.header.offset;
        return isInside ? unit->ref(unit->unit.header.offset + offset) : object::EntryRef();
    }

    object::EntryRef entryInFile(object::EntryRef ref, std::uint64_t offset) override
    {
        return {ref.part, offset};
    }

private:
    ValueUnits m_units;
    CodeFinder m_code;
    Prologues m_prologues;
    ScopeVariables m_scopes;
    TypeReader m_types;
    TypeNames m_names;
};

/// In two units, the linkage name decides; functions of C have their own.
bool ValueReader::isSameFunction(object::EntryRef one, object::EntryRef other)
{
    if (m_units.originOf(one) == m_units.originOf(other))
        return true;
    const auto name = externalName(one);
    return !name.empty() && name == externalName(other);
}

std::string_view ValueReader::externalName(object::EntryRef function)
{
    Entry entry;
    if (!m_units.read(m_units.originOf(function), entry) || !entry.has(Field::External))
        return {};
    const auto linkage = m_units.text(entry, Field::LinkageName);
    return linkage.empty() ? m_units.text(entry, Field::Name) : linkage;
}

} // namespace

Result<std::unique_ptr<object::ValueInfoReader>> makeValueReader(const DwarfInput& input,
                                                                 const ParseLimits& limits)
{
    auto sections = loadValueSections(input);
    if (sections.info.empty())
        return fail(ErrorKind::NotFound, "no .debug_info");
    auto index = readUnitIndex(sections.info.span(), sections.order);
    if (index.units.empty())
        return fail(ErrorKind::Malformed, index.damage);
    return std::make_unique<ValueReader>(std::move(sections), std::move(index), input, limits);
}

} // namespace faultline::dwarf
