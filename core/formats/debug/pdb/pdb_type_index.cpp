// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_type_index.h"

#include "core/formats/debug/object/scoped_name.h"

#include <algorithm>
#include <functional>

namespace faultline::pdb {

namespace {

using Kind = codeview::TypeDetails::Kind;

bool isNamedKind(Kind kind)
{
    return kind == Kind::Struct || kind == Kind::Class || kind == Kind::Union || kind == Kind::Enum;
}

std::size_t hashOf(std::string_view text)
{
    return std::hash<std::string_view>()(text);
}

std::string_view identityOf(const codeview::TypeDetails& type)
{
    return type.uniqueName.empty() ? type.name : type.uniqueName;
}

} // namespace

void PdbTypeIndex::make()
{
    if (m_isMade)
        return;
    m_isMade = true;
    for (std::size_t i = 0; i < m_types.size(); ++i)
        add(m_types.firstIndex() + static_cast<std::uint32_t>(i));
    std::ranges::stable_sort(m_names, {}, &Entry::hash);
    std::ranges::stable_sort(m_definitions, {}, &Entry::hash);
}

void PdbTypeIndex::add(std::uint32_t index)
{
    const auto type = codeview::readTypeDetails(m_types.bytes(index));
    if (!type || !isNamedKind(type->kind) || type->name.empty())
        return;
    m_names.push_back({hashOf(type->name), index, type->isForward});
    const auto plain = object::withoutScopes(type->name);
    if (plain != type->name)
        m_names.push_back({hashOf(plain), index, type->isForward});
    if (!type->isForward)
        m_definitions.push_back({hashOf(identityOf(*type)), index, false});
}

/// The entries with the hash of a text whose records have that text indeed.
template <class Accept>
std::vector<std::uint32_t> PdbTypeIndex::find(const std::vector<Entry>& entries,
                                              std::string_view text,
                                              std::size_t most,
                                              const Accept& accept) const
{
    std::vector<std::uint32_t> found;
    for (const auto& entry : std::ranges::equal_range(entries, hashOf(text), {}, &Entry::hash)) {
        if (found.size() >= most)
            break;
        const auto type = codeview::readTypeDetails(m_types.bytes(entry.index));
        if (type && accept(entry, *type))
            found.push_back(entry.index);
    }
    return found;
}

std::vector<std::uint32_t> PdbTypeIndex::named(std::string_view name, std::size_t most)
{
    make();
    const auto search = [&](bool isForward) {
        return find(m_names, name, most,
                    [&](const Entry& entry, const codeview::TypeDetails& type) {
                        return entry.isForward == isForward &&
                               (type.name == name || object::withoutScopes(type.name) == name);
                    });
    };
    auto definitions = search(false);
    return definitions.empty() ? search(true) : definitions;
}

std::vector<std::uint32_t> PdbTypeIndex::definitionsOf(const codeview::TypeDetails& reference,
                                                       std::size_t most)
{
    make();
    const auto identity = identityOf(reference);
    return find(
        m_definitions, identity, most, [&](const Entry&, const codeview::TypeDetails& type) {
            const bool isSameSort = (type.kind == Kind::Enum) == (reference.kind == Kind::Enum) &&
                                    (type.kind == Kind::Union) == (reference.kind == Kind::Union);
            return isSameSort && identityOf(type) == identity;
        });
}

} // namespace faultline::pdb
