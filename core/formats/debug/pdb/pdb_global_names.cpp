// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_global_names.h"

#include "core/formats/debug/codeview/variable_records.h"
#include "core/formats/debug/object/scoped_name.h"

#include <algorithm>
#include <functional>

namespace faultline::pdb {

namespace {

std::size_t hashOf(std::string_view text)
{
    return std::hash<std::string_view>()(text);
}

std::string_view nameOf(const codeview::CodeViewRecord& record)
{
    if (const auto data = codeview::readData(record))
        return data->name;
    if (const auto constant = codeview::readConstant(record))
        return constant->name;
    const auto type = codeview::readTypeName(record);
    return type ? type->name : std::string_view();
}

} // namespace

void PdbGlobalNames::make()
{
    if (m_isMade)
        return;
    m_isMade = true;
    codeview::CodeViewRecords records(m_records.span(), 0);
    while (const auto record = records.next()) {
        const auto name = nameOf(*record);
        if (name.empty())
            continue;
        m_entries.push_back({hashOf(name), record->offset});
        const auto plain = object::withoutScopes(name);
        if (plain != name)
            m_entries.push_back({hashOf(plain), record->offset});
    }
    std::ranges::stable_sort(m_entries, {}, &Entry::hash);
}

std::vector<std::uint32_t> PdbGlobalNames::offsetsOf(std::string_view name)
{
    make();
    std::vector<std::uint32_t> offsets;
    for (const auto& entry : std::ranges::equal_range(m_entries, hashOf(name), {}, &Entry::hash)) {
        const auto record = at(entry.offset);
        const auto text = record ? nameOf(*record) : std::string_view();
        if (text == name || object::withoutScopes(text) == name)
            offsets.push_back(entry.offset);
    }
    return offsets;
}

} // namespace faultline::pdb
