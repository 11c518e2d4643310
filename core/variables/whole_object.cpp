// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/variables/values.h"

#include <algorithm>
#include <array>

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
Values::Table Values::tableOf(const object::TypeInfo& type, std::uint32_t depth) const
{
    if (!isStructure(type) || depth > kMaxBases)
        return Table::None;
    const auto tableIn = [](const object::TypeMember& field) {
        if (field.name.starts_with("_vptr"))
            return Table::Itanium;
        return field.isArtificial && field.name == "__vfptr" ? Table::Microsoft : Table::None;
    };
    for (const auto& member : type.members) {
        if (member.offsetBytes != 0u)
            continue;
        auto table = Table::None;
        if (member.kind == object::TypeMember::Kind::Base)
            table = tableOf(*m_types.plain(member.type).info, depth + 1);
        else if (member.kind == object::TypeMember::Kind::Field)
            table = tableIn(member);
        if (table != Table::None)
            return table;
    }
    return Table::None;
}

std::string Values::textAt(std::uint64_t address) const
{
    std::vector<std::byte> bytes(kMaxClassNameBytes);
    bytes.resize(m_frame.memory().read(address, bytes));
    const auto end = std::ranges::find(bytes, std::byte{0});
    return end == bytes.end() ? std::string() : std::string(asText(Bytes(bytes.begin(), end)));
}

/// The name in type information (Itanium C++ ABI, "RTTI Layout": a pointer to virtual functions,
/// then one to the name). A name that begins with "*" is that of a class of one unit, which others
/// may have too.
std::string Values::classNameAt(std::uint64_t typeInfo) const
{
    const auto word = m_types.pointerBytes();
    const auto at = m_frame.memory().readUnsigned(typeInfo + word, word);
    const auto text = at ? textAt(*at) : std::string();
    return text.empty() || text.starts_with('*') ? std::string() : m_naming.classOf(text);
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
/// of its type information (Itanium C++ ABI, "Virtual Table Layout").
std::optional<Values::Whole> Values::wholeOfItanium(std::uint64_t table) const
{
    const auto& memory = m_frame.memory();
    const std::uint64_t word = m_types.pointerBytes();
    if (!m_naming.classOf || table < 2 * word)
        return std::nullopt;
    const auto distance = memory.readUnsigned(table - 2 * word, m_types.pointerBytes());
    const auto typeInfo = memory.readUnsigned(table - word, m_types.pointerBytes());
    const auto name = distance && typeInfo ? classNameAt(*typeInfo) : std::string();
    const auto entry = name.empty() ? std::nullopt : classNamed(name);
    if (!entry)
        return std::nullopt;
    return Whole{.type = *entry,
                 .before = word == 4 ? std::uint64_t{static_cast<std::uint32_t>(0 - *distance)}
                                     : 0 - *distance};
}

/// Before that address lies the one of a "complete object locator": its form, the distance to the
/// whole object, the place of another distance to add, and the place of the class's description,
/// whose third word on begins the mangled name. In the form of 64-bit programs, places count from
/// the image, and the locator's own is the sixth number. (LLVM,
/// clang/lib/CodeGen/MicrosoftCXXABI.cpp, MSRTTIBuilder.)
std::optional<Values::Whole> Values::wholeOfMicrosoft(std::uint64_t table) const
{
    const auto& memory = m_frame.memory();
    const auto word = m_types.pointerBytes();
    const auto locator = table < word ? std::nullopt : memory.readUnsigned(table - word, word);
    std::array<std::uint64_t, 6> numbers{};
    for (std::size_t i = 0; locator && i < (word == 8 ? 6u : 4u); ++i) {
        const auto number = memory.readUnsigned(*locator + 4 * i, 4);
        if (!number)
            return std::nullopt;
        numbers[i] = *number;
    }
    const auto [form, before, otherDistance, type, hierarchy, self] = numbers;
    if (!locator || form != (word == 8 ? 1u : 0u) || otherDistance != 0)
        return std::nullopt;
    const auto description = word == 8 ? *locator - self + type : type;
    const auto name = textAt(description + 2 * std::uint64_t{word});
    const auto entry =
        name.starts_with(".?A") ? m_frame.info().classMangled(name) : object::EntryRef();
    return entry ? std::optional(Whole{.type = entry, .before = before}) : std::nullopt;
}

std::optional<TypedPlace> Values::wholeObject(const TypedPlace& object) const
{
    const auto address = object.storage.address(m_types.sizeOf(object.type).value_or(1));
    const auto kind = address ? tableOf(*m_types.plain(object.type).info, 0) : Table::None;
    const auto table = kind == Table::None
                           ? std::nullopt
                           : m_frame.memory().readUnsigned(*address, m_types.pointerBytes());
    if (!table)
        return std::nullopt;
    const auto whole = kind == Table::Itanium ? wholeOfItanium(*table) : wholeOfMicrosoft(*table);
    // The whole object begins at or before its base, and the base lies inside.
    const auto size = whole ? m_types.sizeOf(whole->type) : std::nullopt;
    if (!size || whole->before >= *size || whole->before > *address)
        return std::nullopt;
    return TypedPlace{.type = whole->type, .storage = Storage::inMemory(*address - whole->before)};
}

} // namespace faultline::variables
