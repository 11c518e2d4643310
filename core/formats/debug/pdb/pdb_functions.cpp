// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_functions.h"

#include "core/formats/debug/codeview/variable_records.h"

#include <algorithm>
#include <tuple>

namespace faultline::pdb {

namespace {

constexpr std::uint32_t kSignatureBytes = 4;
constexpr std::size_t kMostFolded = 64; // Functions that are compared.

} // namespace

PdbOpenModule::PdbOpenModule(PdbModuleData data) : m_data(std::move(data))
{
    codeview::CodeViewRecords records(m_data.symbols, kSignatureBytes);
    std::uint32_t lastFunction = 0;
    while (const auto record = records.next())
        addCode(*record, lastFunction);
    std::ranges::stable_sort(
        m_code, {}, [](const Code& code) { return std::tuple(code.section, code.offset); });
}

void PdbOpenModule::addCode(const codeview::CodeViewRecord& record, std::uint32_t& lastFunction)
{
    if (const auto procedure = codeview::readProcedure(record)) {
        lastFunction = record.offset;
        m_code.push_back(
            {procedure->section, procedure->offset, procedure->codeBytes, record.offset});
    } else if (const auto moved = codeview::readSeparatedCode(record)) {
        if (moved->parent != 0 && moved->parent == lastFunction)
            m_code.push_back({moved->section, moved->offset, moved->codeBytes, lastFunction});
    } else if (const auto compiler = codeview::readCompiler(record)) {
        m_isOfMicrosoft = compiler->starts_with("Microsoft");
    }
}

const PdbModuleLines& PdbOpenModule::lines() const
{
    if (!m_lines)
        m_lines = std::make_unique<const PdbModuleLines>(m_data.c13);
    return *m_lines;
}

std::optional<codeview::CodeViewRecord> PdbOpenModule::recordAt(std::uint32_t offset) const
{
    return codeview::CodeViewRecords(m_data.symbols, offset).next();
}

/// Functions that were folded have the same code, but variables of different types.
bool PdbOpenModule::areSame(std::uint32_t one, std::uint32_t other) const
{
    const auto first = recordAt(one);
    const auto second = recordAt(other);
    const auto a = first ? codeview::readProcedure(*first) : std::nullopt;
    const auto b = second ? codeview::readProcedure(*second) : std::nullopt;
    return one == other || (a && b && a->name == b->name && a->type == b->type);
}

std::optional<std::uint32_t> PdbOpenModule::functionAt(PdbSourceAddress address) const
{
    auto after = std::ranges::upper_bound(
        m_code, std::tuple(address.section, address.offset), {},
        [](const Code& code) { return std::tuple(code.section, code.offset); });
    if (after == m_code.begin())
        return std::nullopt;
    std::optional<std::uint32_t> found;
    const auto begin = std::prev(after)->offset;
    for (std::size_t count = 0; after != m_code.begin(); ++count) {
        const auto& code = *--after;
        if (code.section != address.section || code.offset != begin)
            break;
        if (address.offset - code.offset >= code.sizeBytes)
            continue;
        if (count == kMostFolded || (found && !areSame(*found, code.function)))
            return std::nullopt;
        found = code.function;
    }
    return found;
}

PdbFunctions::PdbFunctions(const PdbFile& file)
    : m_file(file), m_contributions(file.sectionContributions())
{
}

const PdbOpenModule* PdbFunctions::module(std::size_t index)
{
    if (index >= m_file.modules().size())
        return nullptr;
    const auto [place, isNew] = m_modules.try_emplace(index);
    const auto& module = m_file.modules()[index];
    constexpr std::uint16_t kNoStream = 0xffff;
    if (isNew && module.stream != kNoStream) {
        if (auto data = openPdbModule(m_file, module))
            place->second = std::make_unique<const PdbOpenModule>(*std::move(data));
    }
    return place->second.get();
}

std::optional<PdbFunctionPlace> PdbFunctions::at(PdbSourceAddress address)
{
    const auto search = [&](std::size_t index) -> std::optional<PdbFunctionPlace> {
        const auto* opened = module(index);
        const auto record = opened == nullptr ? std::nullopt : opened->functionAt(address);
        return record ? std::optional(PdbFunctionPlace{index, *record}) : std::nullopt;
    };
    if (const auto known = m_contributions.moduleAt(address.section, address.offset))
        return search(*known);
    if (!m_file.sectionContributions().empty())
        return std::nullopt;
    for (std::size_t i = 0; i < m_file.modules().size(); ++i) {
        if (auto found = search(i))
            return found;
    }
    return std::nullopt;
}

} // namespace faultline::pdb
