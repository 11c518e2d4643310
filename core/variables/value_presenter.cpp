// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/value_presenter.h"

#include "core/base/hex.h"
#include "core/base/nesting.h"
#include "core/variables/container_element.h"
#include "core/variables/frame_variables.h"
#include "core/variables/item_lister.h"
#include "core/variables/object_scope.h"

#include <algorithm>
#include <array>
#include <bit>

namespace faultline::variables {

namespace {

/// So many bases of a class are looked at. In damaged debug info a class may be its own base.
constexpr std::uint32_t kMaxInherited = 256;
/// Summaries lie inside of others up to this depth, where a chain of objects that show each other
/// ends.
constexpr std::uint32_t kMaxSummaries = 8;

std::string binaryText(std::uint64_t bits)
{
    std::string digits;
    do
        digits.insert(digits.begin(), (bits & 1) != 0 ? '1' : '0');
    while ((bits >>= 1) != 0);
    return "0b" + digits;
}

std::string octalText(std::uint64_t bits)
{
    std::string digits;
    do
        digits.insert(digits.begin(), static_cast<char>('0' + (bits & 7)));
    while ((bits >>= 3) != 0);
    return "0" + digits;
}

/// The number in the base that a format names.
std::string inBase(std::uint64_t bits, unsigned bytes, bool isSigned, natvis::Format::Base base)
{
    using Base = natvis::Format::Base;
    const auto cut = bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
    switch (base) {
    case Base::Hex: return hexAddress(cut);
    case Base::HexBare: return hexDigits(cut);
    case Base::Octal: return octalText(cut);
    case Base::Binary: return binaryText(cut);
    case Base::Decimal:
    case Base::Natural:
    case Base::Character: break;
    }
    return isSigned ? concat(static_cast<std::int64_t>(bits)) : concat(cut);
}

} // namespace

ValuePresenter::ValuePresenter(const Values& values)
    : m_values(values), m_evaluator(values, m_budget)
{
    m_evaluator.smartTarget = [this](const CppValue& object) { return smartTargetOf(object); };
    m_evaluator.containerElement = [this](const CppValue& container, const CppValue& index) {
        return elementOf(*this, container, index);
    };
}

ValueNode ValuePresenter::nodeOf(const NamedPlace& place, VariableRole role)
{
    return {.name = place.name, .value = Evaluator::valueAt(place.place), .role = role};
}

std::string ValuePresenter::typeName(const ValueNode& node) const
{
    if (node.synthetic != nullptr || node.fault)
        return {};
    return m_evaluator.typeName(node.value);
}

CppAnswer<ValueNode> ValuePresenter::evaluated(const natvis::CppExpression& expression,
                                               ExpressionScope& scope)
{
    FL_TRY(auto value, m_evaluator.evaluate(expression, scope));
    ValueNode node{.value = std::move(value), .format = expression.format};
    node.isRaw = expression.format.isRaw;
    if (expression.format.count != natvis::Format::kNoCount) {
        FL_TRY(const auto count, m_evaluator.evaluate(expression, expression.format.count, scope));
        FL_TRY(const auto number, m_evaluator.scalar(count));
        node.elements = number.bits;
    }
    return node;
}

PresentedValue ValuePresenter::show(const ValueNode& node)
{
    if (node.fault)
        return {.shown = {}, .fault = node.fault};
    if (node.synthetic != nullptr)
        return showSynthetic(node);
    if (node.value.literal || node.format.text != natvis::Format::Text::None)
        return showText(node);
    if (node.elements) {
        PresentedValue made;
        made.shown.partCount = *node.elements;
        return made;
    }
    if (!node.value.type.isEntry())
        return showNumber(node.value, node.format);
    auto made = showPlain(node);
    if (!isShownRaw(node) && made.shown.absence == Absence::None)
        sumUp(node, made);
    return made;
}

PresentedValue ValuePresenter::showText(const ValueNode& node)
{
    PresentedValue made;
    auto text = textOf(node, false);
    if (!text) {
        made.fault = std::move(text.error());
        return made;
    }
    made.shown.kind = ValueKind::String;
    made.shown.text = *std::move(text);
    return made;
}

bool ValuePresenter::isShownRaw(const ValueNode& node) const
{
    return node.isRaw || m_values.naming().summaries == nullptr || m_depth >= kMaxSummaries;
}

PresentedValue ValuePresenter::showPlain(const ValueNode& node)
{
    PresentedValue made;
    const auto place = m_evaluator.placeOf(node.value);
    // A reference that cannot be followed says so itself.
    made.shown = m_values.show(place ? *place : node.value.place);
    applyBase(node.format, node.value, made.shown);
    return made;
}

void ValuePresenter::applyBase(const natvis::Format& format,
                               const CppValue& value,
                               ShownValue& shown)
{
    using Base = natvis::Format::Base;
    const bool isInteger = shown.kind == ValueKind::Integer ||
                           shown.kind == ValueKind::Enumerator ||
                           shown.kind == ValueKind::Boolean || shown.kind == ValueKind::Character;
    if (format.base == Base::Natural || !isInteger)
        return;
    const auto number = m_evaluator.scalar(value);
    if (!number || number->kind == Scalar::Kind::Floating)
        return;
    if (format.base == Base::Character) {
        if (number->bits >= 0x80)
            return;
        shown.kind = ValueKind::Character;
        shown.text = std::string(1, static_cast<char>(number->bits));
        shown.number.clear();
        return;
    }
    shown.kind = ValueKind::Integer;
    shown.text.clear();
    shown.number =
        inBase(number->bits, number->bytes, number->kind == Scalar::Kind::Signed, format.base);
}

/// A result that has no type in the debug info.
PresentedValue ValuePresenter::showNumber(const CppValue& value, const natvis::Format& format)
{
    PresentedValue made;
    const auto number = m_evaluator.scalar(value);
    if (!number) {
        made.fault = number.error();
        return made;
    }
    auto& shown = made.shown;
    switch (number->kind) {
    case Scalar::Kind::Pointer: {
        shown.kind = ValueKind::Pointer;
        shown.pointer = number->bits;
        if (number->bits != 0 && m_values.naming().address)
            shown.pointerSymbol = m_values.naming().address(number->bits);
        const auto target = m_evaluator.dereferenced(value);
        shown.partCount =
            number->bits != 0 && target && m_evaluator.types().sizeOf(target->type) ? 1 : 0;
        return made;
    }
    case Scalar::Kind::Boolean:
        shown.kind = ValueKind::Boolean;
        shown.number = number->isTrue() ? "true" : "false";
        break;
    case Scalar::Kind::Floating: {
        const auto type = arithmeticType(Scalar::Kind::Floating, 8);
        const auto bits = std::bit_cast<std::array<std::byte, 8>>(number->floating);
        shown.kind = ValueKind::Floating;
        shown.number =
            baseText(*type, Bytes(bits), {.order = std::endian::native}).value_or(std::string());
        return made;
    }
    case Scalar::Kind::Signed:
    case Scalar::Kind::Unsigned:
        shown.kind = ValueKind::Integer;
        shown.number = inBase(number->bits, number->bytes, number->kind == Scalar::Kind::Signed,
                              natvis::Format::Base::Natural);
        break;
    }
    applyBase(format, value, shown);
    return made;
}

const std::vector<natvis::Match>& ValuePresenter::matchesOf(object::EntryRef type)
{
    const auto [known, isNew] = m_matches.try_emplace(type);
    if (isNew)
        known->second = m_values.naming().summaries->find(m_values.types().plain(type).info->name);
    return known->second;
}

/// Files say something about a type or, unless they exclude that, about its bases.
void ValuePresenter::addSummaries(const TypedPlace& object,
                                  const std::string& view,
                                  bool isBase,
                                  std::uint32_t& left,
                                  std::vector<SummedObject>& found)
{
    const auto type = m_values.types().plain(object.type);
    if (left == 0 || type.info->name.empty())
        return;
    --left;
    for (const auto& match : matchesOf(type.entry)) {
        if (!isBase || match.visualizer->isInheritable)
            found.push_back({Evaluator::valueAt(object), match, view});
    }
    if (!found.empty() || !isStructure(*type.info))
        return;
    for (const auto& part : m_values.children(object, 0, type.info->members.size())) {
        if (part.isBase)
            addSummaries(part.place, view, true, left, found);
        if (!found.empty())
            return;
    }
}

std::vector<SummedObject> ValuePresenter::summariesOf(const ValueNode& node)
{
    std::vector<SummedObject> found;
    if (isShownRaw(node) || node.value.pointee || !node.value.type.isEntry())
        return found;
    const auto place = m_evaluator.placeOf(node.value);
    if (!place)
        return found;
    const auto info = m_values.types().plain(place->type).info;
    auto left = kMaxInherited;
    if (isStructure(*info) && !info->isDeclaration)
        addSummaries(*place, node.format.view, false, left, found);
    return found;
}

/// True if a file says something about the value that fits its type.
bool ValuePresenter::sumUp(const ValueNode& node, PresentedValue& into)
{
    const Nesting nesting(m_depth);
    return std::ranges::any_of(summariesOf(node),
                               [&](const SummedObject& object) { return sumUpBy(object, into); });
}

bool ValuePresenter::sumUpBy(const SummedObject& object, PresentedValue& into)
{
    bool isText = false;
    auto display = displayOf(object.match.visualizer->displays, object, isText);
    if (!display) {
        if (display.error().isUnfit)
            return false;
        into.fault = std::move(display.error());
        return true;
    }
    if (object.match.visualizer->hasExpand || !object.match.visualizer->smartPointers.empty()) {
        const auto count = ItemLister(*this, object).count();
        if (!count && count.error().isUnfit)
            return false;
        if (!count) {
            into.fault = count.error();
            return true;
        }
        into.shown.partCount = *count;
    }
    if (*display) {
        into.shown.kind = isText ? ValueKind::String : ValueKind::Summary;
        into.shown.text = **std::move(display);
        into.shown.number.clear();
    }
    return true;
}

PresentedValue ValuePresenter::showSynthetic(const ValueNode& node)
{
    const Nesting nesting(m_depth);
    PresentedValue made;
    bool isText = false;
    auto display = displayOf(node.synthetic->displays, *node.around, isText);
    if (!display) {
        made.fault = std::move(display.error());
        return made;
    }
    if (*display) {
        made.shown.kind = isText ? ValueKind::String : ValueKind::Summary;
        made.shown.text = **std::move(display);
    }
    made.shown.partCount =
        ItemLister(*this, *node.around, node.synthetic->nodes).count().value_or(0);
    return made;
}

std::vector<ValueNode>
ValuePresenter::children(const ValueNode& node, std::uint64_t first, std::uint64_t most)
{
    if (node.fault)
        return {};
    if (node.synthetic != nullptr)
        return ItemLister(*this, *node.around, node.synthetic->nodes).list(first, most);
    if (node.elements)
        return ItemLister::elementsOf(*this, node, first, most);
    const Nesting nesting(m_depth);
    for (const auto& object : summariesOf(node)) {
        PresentedValue shown;
        if (!sumUpBy(object, shown))
            continue;
        // What cannot be summed up is shown by its members.
        if (shown.fault)
            break;
        if (object.match.visualizer->hasExpand || !object.match.visualizer->smartPointers.empty())
            return ItemLister(*this, object).list(first, most);
        break;
    }
    return plainChildren(node, first, most);
}

/// What a smart pointer leads to, by the file about its type.
CppAnswer<CppValue> ValuePresenter::smartTargetOf(const CppValue& object)
{
    for (const auto& summary : summariesOf({.value = object})) {
        ObjectScope scope(m_evaluator, m_values.naming().summaries.get(), summary, summary.object);
        for (const auto& pointer : summary.match.visualizer->smartPointers) {
            const auto value = m_evaluator.evaluate(pointer, scope);
            if (value)
                return m_evaluator.dereferenced(*value);
            if (!value.error().isUnfit)
                return std::unexpected(value.error());
        }
    }
    return unfit("\"", m_evaluator.typeName(object), "\" is no pointer");
}

std::vector<ValueNode>
ValuePresenter::plainChildren(const ValueNode& node, std::uint64_t first, std::uint64_t most)
{
    std::vector<ValueNode> found;
    if (!node.value.type.isEntry()) {
        auto target = m_evaluator.dereferenced(node.value);
        if (target && first == 0 && most > 0)
            found.push_back(
                {.name = "*", .value = *std::move(target), .role = VariableRole::Pointee});
        return found;
    }
    const auto place = m_evaluator.placeOf(node.value);
    if (!place)
        return found;
    const auto whole = m_values.types().plain(place->type).info;
    for (const auto& part : m_values.children(*place, first, most)) {
        auto child = nodeOf(part, roleOfPart(part, *whole));
        child.isRaw = node.isRaw && part.isBase;
        child.format.base = node.format.base;
        found.push_back(std::move(child));
    }
    return found;
}

} // namespace faultline::variables
