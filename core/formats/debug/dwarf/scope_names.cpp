// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/scope_names.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <ranges>

namespace faultline::dwarf {

namespace {

constexpr std::string_view kSeparator = "::";

/// Longer names are machine-made; they stay bare.
constexpr std::size_t kMaxScopeBytes = 64 * 1024;

/// Without sibling references, a level is skipped once for each level above it. On average an entry
/// takes ten bytes, one in five has children, and scopes are five deep. So real units need less
/// than one step per byte.
constexpr std::uint64_t kOwnWorkPerByte = 2;
/// Many small units may refer to one large one: what each may search there depends on itself.
constexpr std::uint64_t kForeignWorkPerByte = 64;
constexpr std::uint64_t kLeastWork = 16 * 1024;

/// Tells whether a member shows that its unnamed class is a lambda's. Compilers record no other
/// sign, and hardly anybody writes call operators into unnamed classes by hand.
bool isOfLambda(std::string_view member)
{
    return member.starts_with("operator()") || member.contains("<lambda");
}

/// Returns a name for the unnamed scope around `member`; empty for entries that are not scopes of
/// names.
std::string_view unnamedScope(std::uint16_t tag, std::string_view member)
{
    switch (tag) {
    case DW_TAG_namespace: return "(anonymous namespace)";
    case DW_TAG_class_type: return isOfLambda(member) ? "{lambda}" : "(anonymous class)";
    case DW_TAG_structure_type: return isOfLambda(member) ? "{lambda}" : "(anonymous struct)";
    case DW_TAG_union_type: return "(anonymous union)";
    default: return {};
    }
}

bool isFunction(std::uint16_t tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

} // namespace

std::optional<EntryPlace> nextEntry(const UnitStore& store, const DieFields& fields)
{
    for (const auto field : {Field::AbstractOrigin, Field::Specification}) {
        if (!fields.has(field))
            continue;
        if (const auto place = store.follow(fields[field]))
            return place;
    }
    return std::nullopt;
}

ScopeNames::ScopeNames(const UnitStore& store,
                       const Unit& unit,
                       std::uint32_t maxHops,
                       std::deque<std::string>& texts)
    : m_store(store), m_unit(unit), m_maxHops(maxHops), m_texts(texts),
      // Every name belongs to an entry; names far longer than entries are an attack on memory.
      m_textBytesLeft(kMaxScopeBytes + 4 * (unit.header.end - unit.header.offset)),
      m_ownWorkLeft(kLeastWork + kOwnWorkPerByte * (unit.header.end - unit.header.offset)),
      m_foreignWorkLeft(kLeastWork + kForeignWorkPerByte * (unit.header.end - unit.header.offset))
{
}

std::string_view ScopeNames::qualified(const EntryPlace& place, std::string_view name)
{
    Scopes scopes;
    scopes.innermost = name;
    std::optional<EntryPlace> next = place;
    for (std::uint32_t hop = 0; next && hop < m_maxHops; ++hop)
        next = addLevels(*next, scopes);
    const auto sizeBytes = scopes.sizeBytes + name.size();
    // extern "C" functions are in namespaces too, but their symbols do not show it.
    const bool isBare = scopes.names.empty() || !scopes.isComplete || next ||
                        sizeBytes > kMaxScopeBytes ||
                        (scopes.areNamespaces && isExternalFunction(place));
    if (isBare || sizeBytes > m_textBytesLeft)
        return name;
    m_textBytesLeft -= sizeBytes;
    auto& text = m_texts.emplace_back();
    text.reserve(sizeBytes);
    for (const auto scope : scopes.names | std::views::reverse)
        text.append(scope).append(kSeparator);
    return text.append(name);
}

void ScopeNames::Scopes::add(std::string_view name)
{
    if (name.empty())
        return;
    names.push_back(name);
    sizeBytes += name.size() + kSeparator.size();
}

/// Adds what surrounds an entry. Where that is a function or class declared elsewhere, the scopes
/// go on around its declaration: that place comes back.
std::optional<EntryPlace> ScopeNames::addLevels(const EntryPlace& place, Scopes& scopes)
{
    ScopeTree* const tree = treeOf(place);
    const auto around = tree == nullptr ? std::nullopt : tree->around(place.infoOffset);
    if (!around) {
        scopes.isComplete = false;
        return std::nullopt;
    }
    for (const auto scope : *around | std::views::reverse) {
        const auto tag = tree->read(scope, m_fields);
        const auto otherwise = unnamedScope(tag, scopes.outermost());
        scopes.areNamespaces = scopes.areNamespaces && tag == DW_TAG_namespace;
        // GCC 4 defines classes outside the namespaces that declare them.
        if (isFunction(tag) || (!otherwise.empty() && m_fields.has(Field::Specification))) {
            const EntryPlace here{place.store, scope};
            const auto declaration = addDeclared(here, scopes);
            if (declaration.store != here.store || declaration.infoOffset != scope)
                return declaration;
        } else if (!otherwise.empty()) {
            const auto name = nameIn(place, tree->unit());
            scopes.add(name.empty() ? otherwise : name);
        }
    }
    return std::nullopt;
}

/// Adds the own name of a function or class. Returns the entry that gives it: the last of its
/// chain.
EntryPlace ScopeNames::addDeclared(EntryPlace place, Scopes& scopes)
{
    for (std::uint32_t hop = 0; hop < m_maxHops; ++hop) {
        ScopeTree* const tree = treeOf(place);
        const auto tag =
            tree != nullptr ? tree->read(place.infoOffset, m_fields) : std::uint16_t{0};
        if (tag == 0)
            break;
        const auto next = nextEntry(*place.store, m_fields);
        if (!next) {
            const auto name = nameIn(place, tree->unit());
            scopes.add(name.empty() ? unnamedScope(tag, scopes.outermost()) : name);
            return place;
        }
        place = *next;
    }
    scopes.isComplete = false;
    return place;
}

bool ScopeNames::isExternalFunction(const EntryPlace& place)
{
    ScopeTree* const tree = treeOf(place);
    return tree != nullptr && isFunction(tree->read(place.infoOffset, m_fields)) &&
           m_fields.numberOr(Field::External, 0) != 0;
}

/// Name of the entry whose attributes were just read.
std::string_view ScopeNames::nameIn(const EntryPlace& place, const Unit& unit) const
{
    return m_fields.has(Field::Name) ? textOf(place.store->sections(), unit, m_fields[Field::Name])
                                     : std::string_view();
}

const Unit* ScopeNames::unitOf(const EntryPlace& place) const
{
    const auto& own = m_unit.header;
    const bool isOwn =
        place.store == &m_store && place.infoOffset >= own.firstEntry && place.infoOffset < own.end;
    return isOwn ? &m_unit : place.store->unitAt(place.infoOffset);
}

ScopeTree* ScopeNames::treeOf(const EntryPlace& place)
{
    const Unit* const unit = unitOf(place);
    if (unit == nullptr)
        return nullptr;
    auto& workLeft = unit == &m_unit ? m_ownWorkLeft : m_foreignWorkLeft;
    return &m_trees.try_emplace(unit, *place.store, *unit, workLeft).first->second;
}

} // namespace faultline::dwarf
