// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/codec/field_count.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::redact {

/// What a field may tell, and so which profiles show it (docs/security.md, "What leaves a report").
enum class FieldClass : std::uint8_t {
    Fact,      ///< Addresses, ids, numbers, names of functions, modules and files.
    Message,   ///< Text for people, which may quote names, addresses or tokens.
    Path,      ///< Of a file, or a URL whose last part names a file.
    Place,     ///< A path or URL that was asked; it may have credentials.
    RawBytes,  ///< Bytes of the file that may hold a path.
    Process,   ///< Text of the crashed process.
    Variables, ///< JSON object of the crashed process's variables.
    Keyed,     ///< The key beside it decides (keyed_values.h).
    Parts      ///< A struct with a list of its own.
};

/// One field of a struct. `name` is its key in docs/report.schema.json; empty for fields of which
/// nothing can go, and for parts that share the object of their struct.
template <FieldClass kind, class Struct, class Member>
struct Classified
{
    static constexpr FieldClass kClass = kind;

    Member Struct::* pointer;
    std::string_view name;
};

namespace detail {

template <class T>
struct Element
{
    using Type = T;
};

template <class T>
struct Element<std::optional<T>> : Element<T>
{
};

template <class T>
struct Element<std::vector<T>> : Element<T>
{
};

template <class T>
struct Element<std::shared_ptr<const T>> : Element<T>
{
};

template <class T>
inline constexpr bool kHoldsStruct =
    std::is_class_v<typename Element<T>::Type> && std::is_aggregate_v<typename Element<T>::Type>;

template <class... Alternatives>
inline constexpr bool kHoldsStruct<std::variant<Alternatives...>> = true;

template <FieldClass kind, class Struct, class Member>
consteval auto classified(Member Struct::* pointer, std::string_view name)
{
    static_assert((kind == FieldClass::Parts) == kHoldsStruct<Member>,
                  "a struct has a list of its own, and nothing else has");
    return Classified<kind, Struct, Member>{pointer, name};
}

} // namespace detail

template <class Struct, class Member>
consteval auto fact(Member Struct::* pointer)
{
    return detail::classified<FieldClass::Fact>(pointer, {});
}

template <class Struct, class Member>
consteval auto message(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Message>(pointer, name);
}

template <class Struct, class Member>
consteval auto path(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Path>(pointer, name);
}

template <class Struct, class Member>
consteval auto place(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Place>(pointer, name);
}

template <class Struct, class Member>
consteval auto rawBytes(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::RawBytes>(pointer, name);
}

template <class Struct, class Member>
consteval auto process(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Process>(pointer, name);
}

template <class Struct, class Member>
consteval auto variables(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Variables>(pointer, name);
}

template <class Struct, class Member>
consteval auto keyed(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Keyed>(pointer, name);
}

/// `name` is the prefix of all names in the part.
template <class Struct, class Member>
consteval auto parts(Member Struct::* pointer, std::string_view name)
{
    return detail::classified<FieldClass::Parts>(pointer, name);
}

namespace detail {

template <class Field, class Other>
consteval bool isSameField(Field field, Other other)
{
    if constexpr (std::is_same_v<decltype(field.pointer), decltype(other.pointer)>)
        return field.pointer == other.pointer;
    else
        return false;
}

template <class Field>
consteval bool isListedOnce(Field field, auto... all)
{
    return (std::size_t{0} + ... + (isSameField(field, all) ? 1U : 0U)) == 1;
}

/// Not constant, so that a call ends the compilation.
inline void aFieldIsListedTwice() {}

} // namespace detail

/// The fields of a struct with their classes, in the order of the struct. A struct whose list lacks
/// a field does not compile.
template <class Struct, class... Fields>
consteval auto classesOf(Fields... fields)
{
    static_assert(sizeof...(Fields) == codec::fieldCount<Struct>(),
                  "a field of this struct has no class: add it to this list");
    if (!(detail::isListedOnce(fields, fields...) && ...))
        detail::aFieldIsListedTwice();
    return std::tuple(fields...);
}

struct Unclassified
{
};

/// Specialised for every struct that reports are made of.
template <class Struct>
inline constexpr auto kClasses = Unclassified{};

template <class Struct>
concept HasClasses = !std::is_same_v<std::remove_cvref_t<decltype(kClasses<Struct>)>, Unclassified>;

/// Calls `visit(field)` for each field of a struct.
template <class Struct>
void forEachClass(auto visit)
{
    static_assert(HasClasses<Struct>, "the fields of this struct have no classes");
    std::apply([&](auto... fields) { (visit(fields), ...); }, kClasses<Struct>);
}

} // namespace faultline::redact
