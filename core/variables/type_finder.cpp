// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/type_finder.h"

#include "core/base/text.h"
#include "core/formats/debug/object/scoped_name.h"
#include "core/natvis/type_pattern.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace faultline::variables {

namespace {

using object::BaseEncoding;
using object::TypeKind;

constexpr std::size_t kMaxCopies = 1024;
constexpr std::uint32_t kMaxPointers = 16;
constexpr std::size_t kMaxArguments = 256; ///< Of a template and of the templates in these.

object::TypeInfoPtr made(std::string_view name, BaseEncoding encoding, std::uint64_t bytes)
{
    auto type = std::make_shared<object::TypeInfo>();
    type->kind = TypeKind::Base;
    type->name = name;
    type->encoding = encoding;
    type->sizeBytes = bytes;
    return type;
}

/// The words of a built-in type in the order of a canonical name: "long unsigned int" is "unsigned
/// long". Empty when a word is none of them.
std::string canonicalWords(std::string_view words)
{
    bool isUnsigned = false;
    bool isSigned = false;
    bool isShort = false;
    int longs = 0;
    std::string_view base;
    while (!(words = trimAscii(words)).empty()) {
        const auto word = words.substr(0, words.find(' '));
        words.remove_prefix(word.size());
        isUnsigned = isUnsigned || word == "unsigned";
        isSigned = isSigned || word == "signed";
        isShort = isShort || word == "short";
        longs += word == "__int64" ? 2 : word == "long" ? 1 : 0;
        if (word != "unsigned" && word != "signed" && word != "short" && word != "long" &&
            word != "__int64")
            base = word;
    }
    const bool isInt = base.empty() || base == "int";
    if (base == "char")
        return isUnsigned ? "unsigned char" : isSigned ? "signed char" : "char";
    if (base == "double")
        return longs > 0 ? "long double" : "double";
    if (!isInt)
        return std::string(base);
    const std::string sign = isUnsigned ? "unsigned " : "";
    if (isShort)
        return sign + "short";
    return sign + (longs > 1 ? "long long" : longs == 1 ? "long" : "int");
}

/// The names by which debug info knows the built-in types whose size differs between systems.
std::vector<std::string_view> spellingsOf(std::string_view canonical)
{
    if (canonical == "long")
        return {"long int", "long"};
    if (canonical == "unsigned long")
        return {"long unsigned int", "unsigned long"};
    if (canonical == "long double")
        return {"long double"};
    if (canonical == "wchar_t")
        return {"wchar_t"};
    if (canonical == "char") // It has no sign on ARM.
        return {"char"};
    return {};
}

/// Removes a word from one end of a text, if it stands there alone.
bool stripWord(std::string_view& text, std::string_view word)
{
    if (text.ends_with(word) && text.size() > word.size() &&
        (text[text.size() - word.size() - 1] == ' ' || text[text.size() - word.size() - 1] == '*' ||
         text[text.size() - word.size() - 1] == '>')) {
        text = trimAscii(text.substr(0, text.size() - word.size()));
        return true;
    }
    if (text.starts_with(word) && text.size() > word.size() && text[word.size()] == ' ') {
        text = trimAscii(text.substr(word.size()));
        return true;
    }
    return false;
}

/// How compilers spell the same name: with and without spaces between closing brackets and after
/// commas.
std::vector<std::string> spellings(std::string_view name)
{
    const auto spread = [](std::string_view text, bool afterCommas, bool betweenEnds) {
        std::string result;
        for (const auto character : text) {
            if (betweenEnds && character == '>' && result.ends_with('>'))
                result += ' ';
            result += character;
            if (afterCommas && character == ',')
                result += ' ';
        }
        return result;
    };
    std::vector<std::string> all{std::string(name), spread(name, false, true)};
    const auto plain = natvis::plainTypeName(name);
    for (const bool afterCommas : {true, false}) {
        for (const bool betweenEnds : {true, false})
            all.push_back(spread(plain, afterCommas, betweenEnds));
    }
    return all;
}

} // namespace

std::optional<CppType> TypeFinder::find(std::string_view text, const TypeHome& home)
{
    text = trimAscii(text);
    std::uint32_t pointers = 0;
    for (bool goesOn = true; goesOn && !text.empty();) {
        goesOn = stripWord(text, "const") || stripWord(text, "volatile") ||
                 stripWord(text, "struct") || stripWord(text, "class") || stripWord(text, "enum");
        if (!text.empty() && (text.back() == '*' || text.back() == '&')) {
            pointers += text.back() == '*' ? 1 : 0;
            text = trimAscii(text.substr(0, text.size() - 1));
            goesOn = true;
        }
    }
    if (text.empty() || pointers > kMaxPointers)
        return std::nullopt;
    if (text.starts_with("::"))
        text.remove_prefix(2);
    const auto [known, isNew] = m_known.try_emplace({home, std::string(text)});
    if (isNew)
        known->second = findNamed(std::string(text), home);
    auto found = known->second;
    if (found)
        found->pointers += pointers;
    return found;
}

std::optional<CppType> TypeFinder::findNamed(const std::string& name, const TypeHome& home)
{
    if (name == "void")
        return CppType{};
    if (auto found = findWords(name))
        return found;
    auto types = argumentsNamed(name, home.entry);
    if (types.empty()) {
        types = localArgumentsNamed(name, home.entry);
        for (const auto& form : spellings(name)) {
            const auto found = typesNamed(form, home);
            types.insert(types.end(), found.begin(), found.end());
            if (!found.empty())
                break;
        }
    }
    const auto only = onlyOne(types);
    return only ? std::optional(CppType{.entry = *only}) : std::nullopt;
}

/// The types of a template's arguments and of those of the templates in these, and what pointers
/// among them lead to.
std::vector<PlainType> TypeFinder::argumentsOf(object::EntryRef home) const
{
    Entries left = m_values.types().plain(home).info->templateTypes;
    std::vector<PlainType> found;
    for (std::size_t i = 0; i < left.size() && i < kMaxArguments; ++i) {
        auto type = m_values.types().plain(left[i]);
        if (isPointerLike(*type.info) || type.info->kind == TypeKind::Array) {
            left.push_back(type.info->target);
            continue;
        }
        left.insert(left.end(), type.info->templateTypes.begin(), type.info->templateTypes.end());
        if (!type.info->isDeclaration && !type.info->name.empty())
            found.push_back(std::move(type));
    }
    return found;
}

TypeFinder::Entries TypeFinder::argumentsNamed(std::string_view name, object::EntryRef home) const
{
    const auto wanted = natvis::plainTypeName(name);
    Entries found;
    for (const auto& type : argumentsOf(home)) {
        if (natvis::plainTypeName(type.info->name) == wanted)
            found.push_back(type.entry);
    }
    return found;
}

/// The same of types inside of functions, whose scopes compilers write in several ways or leave
/// out, so that only the last part of the name counts.
TypeFinder::Entries TypeFinder::localArgumentsNamed(std::string_view name,
                                                    object::EntryRef home) const
{
    const auto wanted = natvis::plainTypeName(name);
    Entries found;
    for (const auto& type : argumentsOf(home)) {
        const auto given = natvis::plainTypeName(type.info->name);
        if (object::withoutScopes(given) != object::withoutScopes(wanted))
            continue;
        // The debug info lists all other types by their names.
        const auto listed = m_values.frame().info().typesNamed(type.info->name, kMaxCopies);
        if (listed.size() < kMaxCopies && std::ranges::find(listed, type.entry) == listed.end())
            found.push_back(type.entry);
    }
    return found;
}

/// The definitions with this name: those in the home's unit if there are any. None if there may be
/// more than those that are listed.
TypeFinder::Entries TypeFinder::typesNamed(std::string_view name, const TypeHome& home) const
{
    auto& info = m_values.frame().info();
    const auto found = info.typesNamed(name, kMaxCopies);
    const auto wanted = natvis::plainTypeName(name);
    Entries whole;
    Entries partly;
    for (const auto entry : found) {
        const auto type = info.type(entry);
        if (type->isDeclaration || !m_values.types().sizeOf(entry))
            continue;
        (natvis::plainTypeName(type->name) == wanted ? whole : partly).push_back(entry);
    }
    auto& meant = whole.empty() && home.mayLackScopes ? partly : whole;
    Entries near;
    if (home.entry)
        std::ranges::copy_if(meant, std::back_inserter(near), [&](object::EntryRef entry) {
            return info.entryInUnit(entry, 0) == info.entryInUnit(home.entry, 0);
        });
    if (!near.empty())
        return near;
    return found.size() == kMaxCopies ? Entries() : meant;
}

/// Every unit of a program may have its own copy of a type. Others that have the same name are told
/// apart by nothing, so that none of them is meant.
std::optional<object::EntryRef> TypeFinder::onlyOne(const Entries& types)
{
    const bool areSame = std::ranges::all_of(
        types, [&](object::EntryRef type) { return m_equality.areSame(types.front(), type); });
    return types.empty() || !areSame ? std::nullopt : std::optional(types.front());
}

std::optional<CppType> TypeFinder::findWords(std::string_view words) const
{
    const auto canonical = canonicalWords(words);
    auto& info = m_values.frame().info();
    for (const auto spelling : spellingsOf(canonical)) {
        for (const auto entry : info.typesNamed(spelling, 1)) {
            if (info.type(entry)->kind == TypeKind::Base)
                return CppType{.entry = entry};
        }
    }
    auto type = builtIn(canonical);
    return type ? std::optional(CppType{.builtIn = std::move(type)}) : std::nullopt;
}

object::TypeInfoPtr TypeFinder::builtIn(std::string_view name) const
{
    const bool isShortLong =
        m_values.frame().facts().module->hasShortLong() || m_values.types().pointerBytes() == 4;
    const std::uint64_t longBytes = isShortLong ? 4 : 8;
    const std::uint64_t wideBytes = m_values.frame().facts().module->hasShortLong() ? 2 : 4;

    struct Row
    {
        std::string_view name;
        BaseEncoding encoding;
        std::uint64_t bytes;
    };

    const std::array<Row, 23> rows{
        {{"bool", BaseEncoding::Boolean, 1},
         {"char", BaseEncoding::SignedChar, 1},
         {"signed char", BaseEncoding::SignedChar, 1},
         {"unsigned char", BaseEncoding::UnsignedChar, 1},
         {"char8_t", BaseEncoding::Utf, 1},
         {"char16_t", BaseEncoding::Utf, 2},
         {"char32_t", BaseEncoding::Utf, 4},
         {"wchar_t", BaseEncoding::Utf, wideBytes},
         {"short", BaseEncoding::Signed, 2},
         {"unsigned short", BaseEncoding::Unsigned, 2},
         {"int", BaseEncoding::Signed, 4},
         {"unsigned int", BaseEncoding::Unsigned, 4},
         {"long", BaseEncoding::Signed, longBytes},
         {"unsigned long", BaseEncoding::Unsigned, longBytes},
         {"long long", BaseEncoding::Signed, 8},
         {"unsigned long long", BaseEncoding::Unsigned, 8},
         {"float", BaseEncoding::Float, 4},
         {"double", BaseEncoding::Float, 8},
         {"size_t", BaseEncoding::Unsigned, m_values.types().pointerBytes()},
         {"uint8_t", BaseEncoding::Unsigned, 1},
         {"uint16_t", BaseEncoding::Unsigned, 2},
         {"uint32_t", BaseEncoding::Unsigned, 4},
         {"uint64_t", BaseEncoding::Unsigned, 8}}};
    const auto* row = std::ranges::find(rows, name, &Row::name);
    return row == rows.end() ? nullptr : made(row->name, row->encoding, row->bytes);
}

object::TypeInfoPtr TypeFinder::plain(const CppType& type) const
{
    if (type.pointers > 0)
        return nullptr;
    return type.builtIn ? type.builtIn : m_values.types().plain(type.entry).info;
}

std::optional<std::uint64_t> TypeFinder::sizeOf(const CppType& type) const
{
    if (type.pointers > 0)
        return m_values.types().pointerBytes();
    if (type.builtIn)
        return type.builtIn->sizeBytes;
    return type.entry ? m_values.types().sizeOf(type.entry) : std::nullopt;
}

std::optional<CppType> TypeFinder::targetOf(const CppType& type) const
{
    if (type.pointers > 0)
        return CppType{type.entry, type.builtIn, type.pointers - 1};
    if (type.builtIn || !type.entry)
        return std::nullopt;
    const auto info = m_values.types().plain(type.entry).info;
    const bool leads = isPointerLike(*info) || info->kind == TypeKind::Array;
    return leads ? std::optional(CppType{.entry = info->target}) : std::nullopt;
}

bool TypeFinder::isVoid(const CppType& type) const
{
    return type.pointers == 0 && !type.builtIn && plain(type)->kind == TypeKind::Void;
}

std::string TypeFinder::nameOf(const CppType& type) const
{
    auto name =
        type.builtIn ? std::string(type.builtIn->name) : m_values.types().nameOf(type.entry);
    if (type.pointers > 0)
        name += std::string(type.pointers, '*');
    return name;
}

object::TypeInfoPtr arithmeticType(Scalar::Kind kind, unsigned bytes)
{
    static const auto kBoolean = made("bool", BaseEncoding::Boolean, 1);
    static const auto kDouble = made("double", BaseEncoding::Float, 8);
    static const auto kInt = made("int", BaseEncoding::Signed, 4);
    static const auto kUnsigned = made("unsigned int", BaseEncoding::Unsigned, 4);
    static const auto kLong = made("long", BaseEncoding::Signed, 8);
    static const auto kUnsignedLong = made("unsigned long", BaseEncoding::Unsigned, 8);
    switch (kind) {
    case Scalar::Kind::Boolean: return kBoolean;
    case Scalar::Kind::Floating: return kDouble;
    case Scalar::Kind::Signed: return bytes <= 4 ? kInt : kLong;
    case Scalar::Kind::Unsigned:
    case Scalar::Kind::Pointer: break;
    }
    return bytes <= 4 ? kUnsigned : kUnsignedLong;
}

} // namespace faultline::variables
