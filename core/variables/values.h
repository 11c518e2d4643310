// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/variable.h"
#include "core/variables/number_text.h"
#include "core/variables/types.h"
#include "core/variables/value_frame.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace faultline::natvis {
class VisualizerSet;
}

namespace faultline::variables {

/// A value: its type and its place. A plain value; valid as long as the frame's debug info.
struct TypedPlace
{
    object::EntryRef type = {};
    Storage storage = {};
    std::uint32_t bitSize = 0;   ///< Of a bit-field; 0 for others.
    std::uint32_t dimension = 0; ///< For an array: how many of its indexes are given.
};

struct NamedPlace
{
    std::string name;
    TypedPlace place;
    bool isBase = false; ///< A base class.
};

/// A value as it is shown, without the values in it. The members have the meaning of those of
/// Variable.
struct ShownValue
{
    ValueKind kind = ValueKind::None;
    Absence absence = Absence::None; ///< Why there is no value; None where the parts have values.
    std::string number;
    std::optional<std::uint64_t> pointer;
    std::string pointerSymbol;
    std::string text;
    std::optional<std::uint64_t> address;
    std::uint64_t partCount = 0;
    bool isOpen = true; ///< Its parts may have values.
};

/// Names that only the whole program knows.
struct Naming
{
    /// What lies at an address of code: "main+4"; empty when that is not known.
    std::function<std::string(std::uint64_t)> address;
    /// The class with the name that its run-time type information has ("N2ns5ClassE" is
    /// "ns::Class"); empty when it is none.
    std::function<std::string(std::string_view)> classOf;
    /// How values of certain types are summed up; null: values are shown by their members alone.
    std::shared_ptr<const natvis::VisualizerSet> summaries = nullptr;
};

struct ValueLimits
{
    std::size_t textBytes = 512;     ///< Of a text behind a pointer or in an array.
    std::uint64_t valueBytes = 4096; ///< Of a value that is read as a whole.
};

/// Reads values of one frame and the values in them. Not thread-safe. What is damaged or endless in
/// types and memory ends at a limit.
class Values
{
public:
    Values(const ValueFrame& frame, Naming naming, ValueLimits limits = {});

    ShownValue show(const TypedPlace& value) const;
    /// The parts of a value from number `first` on, at most `most`: bases and members, elements,
    /// the target of a pointer.
    std::vector<NamedPlace>
    children(const TypedPlace& value, std::uint64_t first, std::uint64_t most) const;

    /// Where a pointer or reference leads; absent when its value is not known or has no target
    /// type.
    std::optional<TypedPlace> target(const TypedPlace& pointer) const;
    /// An element of an array, or of what a pointer points to. Absent for other types.
    std::optional<TypedPlace> element(const TypedPlace& value, std::int64_t index) const;
    /// A member by name, also of bases and of anonymous members. Absent when there is none.
    std::optional<NamedPlace> member(const TypedPlace& value, std::string_view name) const;
    /// The value as an integer or an address.
    std::optional<std::uint64_t> number(const TypedPlace& value, Absence& absence) const;
    /// The whole object that an object of this type is a base of, by the type information that its
    /// table of virtual functions leads to. Absent when it has none, or its class is not in the
    /// debug info.
    std::optional<TypedPlace> wholeObject(const TypedPlace& object) const;
    /// A reference's target, the value itself otherwise.
    TypedPlace unreferenced(const TypedPlace& value) const;

    /// Has the base type or enumeration negative values?
    bool hasSign(const object::TypeInfo& type) const;

    const Types& types() const { return m_types; }

    const ValueFrame& frame() const { return m_frame; }

    const Naming& naming() const { return m_naming; }

    const ValueLimits& limits() const { return m_limits; }

    NumberForm numberForm() const { return m_form; }

    /// How many elements an array has at its present dimension; absent when that is not known.
    std::optional<std::uint64_t> elementCount(const TypedPlace& array) const;
    std::string typeName(const TypedPlace& value) const;

private:
    ShownValue showPlain(const TypedPlace& value, const PlainType& type) const;
    void showPointer(const TypedPlace& value, const PlainType& type, ShownValue& shown) const;
    void showArray(const TypedPlace& value, const PlainType& type, ShownValue& shown) const;
    void showNumber(const TypedPlace& value, const PlainType& type, ShownValue& shown) const;
    void
    showUnspecified(const TypedPlace& value, const object::TypeInfo& type, ShownValue& shown) const;
    void showBase(Bytes bytes, const object::TypeInfo& type, ShownValue& shown) const;
    void showEnum(Bytes bytes, const PlainType& type, ShownValue& shown) const;
    void showMemberPointer(Bytes bytes, ShownValue& shown) const;
    void showBits(const TypedPlace& value, const PlainType& type, ShownValue& shown) const;
    std::string pointedText(std::uint64_t address) const;
    std::uint64_t partCount(const TypedPlace& value, const object::TypeInfo& type) const;
    std::vector<const object::TypeMember*> parts(const TypedPlace& value,
                                                 const object::TypeInfo& type) const;
    const object::TypeVariant* activeVariant(const TypedPlace& value,
                                             const object::VariantPart& part) const;
    NamedPlace memberPlace(const TypedPlace& value, const object::TypeMember& member) const;
    /// Which compilers' table of virtual functions an object begins with a pointer to.
    enum class Table : std::uint8_t { None, Itanium, Microsoft };

    /// The class of a whole object, and how far before a base of it it begins.
    struct Whole
    {
        object::EntryRef type;
        std::uint64_t before = 0;
    };

    Table tableOf(const object::TypeInfo& type, std::uint32_t depth) const;
    std::optional<Whole> wholeOfItanium(std::uint64_t table) const;
    std::optional<Whole> wholeOfMicrosoft(std::uint64_t table) const;
    std::string textAt(std::uint64_t address) const;
    std::string classNameAt(std::uint64_t typeInfo) const;
    std::optional<object::EntryRef> classNamed(const std::string& name) const;
    std::optional<object::EntryRef> findClass(const std::string& name) const;
    std::optional<std::uint64_t> frameNumber(object::EntryRef variable, Absence& absence) const;
    std::optional<std::uint64_t> frameNumber(const object::LocationExpression& place,
                                             Absence& absence) const;
    std::optional<std::uint64_t> countOf(const TypedPlace& array, Absence& absence) const;
    std::optional<std::uint64_t> elementBytes(const TypedPlace& array) const;
    Absence whyWithoutSize(const TypedPlace& array) const;
    std::optional<NamedPlace>
    memberIn(const TypedPlace& value, std::string_view name, std::uint32_t depth) const;

    const ValueFrame& m_frame;
    Naming m_naming;
    ValueLimits m_limits;
    Types m_types;
    NumberForm m_form;
    mutable std::map<std::string, std::optional<object::EntryRef>> m_classes; // By name.
};

} // namespace faultline::variables
