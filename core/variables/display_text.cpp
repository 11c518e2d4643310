// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of summaries.
#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/variables/frame_variables.h"
#include "core/variables/object_scope.h"

#include <algorithm>
#include <array>

namespace faultline::variables {

namespace {

constexpr std::size_t kMaxSummaryBytes = 4096;
/// More characters than any text of a real program has; memory that is not a text says more.
constexpr std::uint64_t kMaxLength = std::uint64_t{1} << 40;

/// Characters of 4 bytes as UTF-8. What is no character becomes U+FFFD.
std::string utf8OfWide(Bytes bytes, std::endian order)
{
    std::string text;
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        const auto code = integerOf(bytes.subspan(i, 4), order, false).value_or(0);
        const bool isHigh = code > 0xffff && code <= 0x10ffff;
        const std::uint64_t units[2] = {isHigh ? 0xd800 + ((code - 0x10000) >> 10)
                                               : (code > 0xffff ? 0xfffd : code),
                                        0xdc00 + ((code - 0x10000) & 0x3ff)};
        std::array<std::byte, 4> pair{};
        const std::size_t count = isHigh ? 2 : 1;
        for (std::size_t unit = 0; unit < count; ++unit) {
            pair[2 * unit] = static_cast<std::byte>(units[unit]);
            pair[2 * unit + 1] = static_cast<std::byte>(units[unit] >> 8);
        }
        text += utf8FromUtf16(Bytes(pair).first(2 * count), std::endian::little);
    }
    return text;
}

/// The number of bytes before the first character of zeros.
std::size_t lengthBeforeZero(Bytes bytes, std::size_t unit)
{
    for (std::size_t i = 0; i + unit <= bytes.size(); i += unit) {
        const auto character = bytes.subspan(i, unit);
        if (std::ranges::all_of(character, [](std::byte byte) { return byte == std::byte{0}; }))
            return i;
    }
    return bytes.size() - bytes.size() % unit;
}

std::string decoded(Bytes bytes, std::size_t unit, std::endian order, bool isCut)
{
    const std::string_view end = isCut ? "..." : "";
    if (unit == 2)
        return concat(utf8FromUtf16(bytes, order), end);
    if (unit == 4)
        return concat(utf8OfWide(bytes, order), end);
    return validText(faultline::asText(bytes), isCut);
}

std::string shortened(std::string text)
{
    if (text.size() <= kMaxSummaryBytes)
        return text;
    text.resize(kMaxSummaryBytes);
    return validText(text, true);
}

/// A value in the words of a summary.
std::string plainText(const ShownValue& shown)
{
    switch (shown.kind) {
    case ValueKind::None: return shown.partCount == 0 ? "{}" : "{...}";
    case ValueKind::Pointer: return hexAddress(shown.pointer.value_or(0));
    case ValueKind::Character: return concat("'", shown.text, "'");
    case ValueKind::String: return concat("\"", shown.text, "\"");
    case ValueKind::Summary: return shown.text;
    default: return shown.number;
    }
}

bool hasView(const std::vector<std::string>& views, const std::string& view)
{
    return std::ranges::find(views, view) != views.end();
}

} // namespace

CppAnswer<bool> ValuePresenter::holds(const natvis::Conditions& when,
                                      const std::string& view,
                                      ExpressionScope& scope)
{
    if (!when.includeViews.empty() && !hasView(when.includeViews, view))
        return false;
    if (hasView(when.excludeViews, view))
        return false;
    if (!when.condition)
        return true;
    auto result = m_evaluator.isTrue(*when.condition, scope);
    if (!result && result.error().isUnfit && when.isOptional)
        return false;
    return result;
}

CppAnswer<std::optional<std::string>> ValuePresenter::displayOf(
    const std::vector<natvis::DisplayText>& texts, const SummedObject& object, bool& isText)
{
    ObjectScope scope(m_evaluator, m_values.naming().summaries.get(), object, object.object);
    for (const auto& text : texts) {
        FL_TRY(const auto isMeant, holds(text.when, object.view, scope));
        if (!isMeant)
            continue;
        const auto* only = text.parts.size() == 1 && text.parts.front().expression
                               ? &*text.parts.front().expression
                               : nullptr;
        isText = only != nullptr && only->format.text != natvis::Format::Text::None;
        auto made = isText ? wholeText(*only, scope) : rendered(text.parts, scope);
        if (!made && made.error().isUnfit && text.when.isOptional)
            continue;
        if (!made)
            return std::unexpected(std::move(made.error()));
        return std::optional(shortened(*std::move(made)));
    }
    return std::optional<std::string>();
}

/// A display that is nothing but a text.
ValuePresenter::Text ValuePresenter::wholeText(const natvis::CppExpression& expression,
                                               ExpressionScope& scope)
{
    FL_TRY(const auto node, evaluated(expression, scope));
    return textOf(node, false);
}

ValuePresenter::Text ValuePresenter::rendered(const std::vector<natvis::DisplayPart>& parts,
                                              ExpressionScope& scope)
{
    std::string text;
    for (const auto& part : parts) {
        if (!part.expression) {
            text += part.text;
            continue;
        }
        FL_TRY(const auto node, evaluated(*part.expression, scope));
        FL_TRY(const auto value, shortText(node));
        text += value;
        if (text.size() > kMaxSummaryBytes)
            break;
    }
    return text;
}

/// A value inside of a summary.
ValuePresenter::Text ValuePresenter::shortText(const ValueNode& node)
{
    if (node.format.text != natvis::Format::Text::None)
        return textOf(node, node.format.text == natvis::Format::Text::Quoted);
    const auto made = show(node);
    if (made.fault)
        return std::unexpected(*made.fault);
    if (made.shown.absence != Absence::None)
        return std::unexpected(CppFault{stateOf(made.shown.absence)});
    return made.shown.kind == ValueKind::Pointer ? pointerText(node) : plainText(made.shown);
}

/// The address, and what lies there if that has a summary; "na" leaves the address out.
ValuePresenter::Text ValuePresenter::pointerText(const ValueNode& node)
{
    auto plain = node;
    plain.isRaw = true;
    const auto made = show(plain);
    const auto address = made.shown.pointer.value_or(0);
    std::string text = address == 0 ? "null" : hexAddress(address);
    if (!made.shown.pointerSymbol.empty())
        text += concat(" <", made.shown.pointerSymbol, ">");
    if (!made.shown.text.empty())
        return node.format.hidesAddress ? concat("\"", made.shown.text, "\"")
                                        : concat(text, " \"", made.shown.text, "\"");
    if (address == 0 || !node.format.hidesAddress)
        return text;
    FL_TRY(auto target, m_evaluator.dereferenced(node.value));
    ValueNode inner{.value = std::move(target), .format = node.format};
    inner.format.hidesAddress = false;
    const auto shown = show(inner);
    if (shown.fault)
        return std::unexpected(*shown.fault);
    if (shown.shown.absence != Absence::None)
        return std::unexpected(CppFault{stateOf(shown.shown.absence)});
    return plainText(shown.shown);
}

/// How many bytes each character of a text has. Faults: the value is no text.
CppAnswer<std::size_t> ValuePresenter::characterBytes(const ValueNode& node)
{
    const auto target = m_evaluator.types().targetOf(node.value.type);
    const auto size = target ? m_evaluator.types().sizeOf(*target) : std::nullopt;
    const auto unit = node.format.unitBytes != 0 ? node.format.unitBytes : size.value_or(0);
    if (!target || (unit != 1 && unit != 2 && unit != 4))
        return unfit("\"", m_evaluator.typeName(node.value), "\" is no text");
    return static_cast<std::size_t>(unit);
}

/// The characters that a pointer leads to, or that an array has. A null pointer is quoted as null,
/// which is no text.
ValuePresenter::Text ValuePresenter::textOf(const ValueNode& node, bool isQuoted)
{
    if (node.value.literal)
        return isQuoted ? concat("\"", *node.value.literal, "\"") : *node.value.literal;
    FL_TRY(const auto unit, characterBytes(node));
    if (node.elements && *node.elements > kMaxLength)
        return std::unexpected(CppFault{
            ValueState::Damaged, concat("its length, ", static_cast<std::int64_t>(*node.elements),
                                        ", is not plausible")});
    FL_TRY(const auto place, textPlace(node));
    const auto limit = m_values.limits().textBytes / unit * unit;
    auto count = place.count;
    if (place.storage.address() == std::uint64_t{0} && count.value_or(1) != 0) {
        if (isQuoted)
            return "null";
        return std::unexpected(CppFault{ValueState::NotInDump, "the pointer is null"});
    }
    if (!place.isWhole)
        return endedText(*place.storage.address(), limit, unit, isQuoted);
    const auto bytes = std::min<std::uint64_t>(*count * unit, limit);
    const auto read =
        bytes == 0 ? ReadValue() : place.storage.read(bytes, m_values.frame().memory());
    if (read.absence != Absence::None)
        return std::unexpected(CppFault{stateOf(read.absence)});
    auto end = read.bytes.size();
    if (!node.elements)
        end = lengthBeforeZero(read.bytes, unit);
    const bool isCut = end == read.bytes.size() && *count * unit > bytes;
    auto text = decoded(Bytes(read.bytes).first(end), unit, m_values.numberForm().order, isCut);
    return isQuoted ? concat("\"", text, "\"") : text;
}

/// Where a text is, and how many characters it can have at most.
CppAnswer<ValuePresenter::TextPlace> ValuePresenter::textPlace(const ValueNode& node)
{
    const auto& value = node.value;
    if (value.type.isEntry() && !value.number) {
        FL_TRY(const auto place, m_evaluator.placeOf(value));
        if (m_values.types().plain(place.type).info->kind == object::TypeKind::Array) {
            const auto count = m_values.elementCount(place).value_or(0);
            return TextPlace{.storage = place.storage,
                             .count = std::min(node.elements.value_or(count), count),
                             .isWhole = true};
        }
    }
    FL_TRY(const auto address, m_evaluator.scalar(value));
    if (address.kind != Scalar::Kind::Pointer)
        return unfit("\"", m_evaluator.typeName(value), "\" is no text");
    return TextPlace{.storage = Storage::inMemory(address.bits),
                     .count = node.elements,
                     .isWhole = node.elements.has_value()};
}

/// A text that a character of zeros ends.
ValuePresenter::Text
ValuePresenter::endedText(std::uint64_t address, std::size_t limit, std::size_t unit, bool isQuoted)
{
    std::vector<std::byte> bytes(limit);
    bytes.resize(m_values.frame().memory().read(address, bytes));
    if (bytes.size() < unit)
        return std::unexpected(CppFault{ValueState::NotInDump});
    const auto end = lengthBeforeZero(bytes, unit);
    const bool isCut = end + unit > bytes.size();
    auto text = decoded(Bytes(bytes).first(end), unit, m_values.numberForm().order, isCut);
    return isQuoted ? concat("\"", text, "\"") : text;
}

} // namespace faultline::variables
