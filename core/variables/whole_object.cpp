// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/variables/values.h"

#include <algorithm>

namespace faultline::variables {

namespace {

constexpr std::uint32_t kMaxBases = 16;
constexpr std::size_t kMaxClassNameBytes = 4096;

/// Demanglers and compilers close nested template arguments differently.
std::string withSpaces(std::string_view name)
{
    std::string spaced;
    for (const auto character : name) {
        if (character == '>' && spaced.ends_with('>'))
            spaced += ' ';
        spaced += character;
    }
    return spaced;
}

} // namespace

/// Does an object begin with a pointer to virtual functions: its own, or that of its first base?
bool Values::isPolymorphic(const object::TypeInfo& type, std::uint32_t depth) const
{
    if (!isStructure(type) || depth > kMaxBases)
        return false;
    return std::ranges::any_of(type.members, [&](const object::TypeMember& member) {
        if (member.offsetBytes != 0u)
            return false;
        if (member.kind == object::TypeMember::Kind::Base)
            return isPolymorphic(*m_types.plain(member.type).info, depth + 1);
        return member.kind == object::TypeMember::Kind::Field && member.name.starts_with("_vptr");
    });
}

/// The name in type information (Itanium C++ ABI, "RTTI Layout": a pointer to virtual functions,
/// then one to the name). A name that begins with "*" is that of a class of one unit, which others
/// may have too.
std::string Values::classNameAt(std::uint64_t typeInfo) const
{
    const auto word = m_types.pointerBytes();
    const auto at = m_frame.memory().readUnsigned(typeInfo + word, word);
    std::vector<std::byte> bytes(at ? kMaxClassNameBytes : 0);
    bytes.resize(at ? m_frame.memory().read(*at, bytes) : 0);
    const auto end = std::ranges::find(bytes, std::byte{0});
    const auto text = asText(Bytes(bytes.begin(), end));
    return end == bytes.end() || text.empty() || text.starts_with('*') ? std::string()
                                                                       : m_naming.classOf(text);
}

std::optional<object::EntryRef> Values::classNamed(const std::string& name) const
{
    const auto [found, isNew] = m_classes.try_emplace(name);
    if (isNew)
        found->second = findClass(name);
    return found->second;
}

std::optional<object::EntryRef> Values::findClass(const std::string& name) const
{
    constexpr std::size_t kMaxCopies = 64;
    for (const auto& form : {name, withSpaces(name)}) {
        for (const auto entry : m_frame.info().typesNamed(form, kMaxCopies)) {
            if (isStructure(*m_frame.info().type(entry)))
                return entry;
        }
    }
    return std::nullopt;
}

/// Before the address that an object points to lie the distance to the whole object and the address
/// of its type information (Itanium C++ ABI,
/// "Virtual Table Layout").
std::optional<TypedPlace> Values::wholeObject(const TypedPlace& object) const
{
    const auto address = object.storage.address(m_types.sizeOf(object.type).value_or(1));
    if (!m_naming.classOf || !address || !isPolymorphic(*m_types.plain(object.type).info, 0))
        return std::nullopt;
    const auto& memory = m_frame.memory();
    const auto word = m_types.pointerBytes();
    const auto table = memory.readUnsigned(*address, word);
    if (!table || *table < 2 * std::uint64_t{word})
        return std::nullopt;
    const auto distance = memory.readUnsigned(*table - 2 * std::uint64_t{word}, word);
    const auto typeInfo = memory.readUnsigned(*table - word, word);
    const auto name = distance && typeInfo ? classNameAt(*typeInfo) : std::string();
    const auto entry = name.empty() ? std::nullopt : classNamed(name);
    if (!entry)
        return std::nullopt;
    // The whole object begins at or before its base, and the base lies inside.
    const auto before =
        word == 4 ? std::uint64_t{static_cast<std::uint32_t>(0 - *distance)} : 0 - *distance;
    const auto size = m_types.sizeOf(*entry);
    if (!size || before >= *size || before > *address)
        return std::nullopt;
    return TypedPlace{.type = *entry, .storage = Storage::inMemory(*address - before)};
}

} // namespace faultline::variables
