// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluator.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/json/json_members.h"

#include <algorithm>
#include <compare>

namespace faultline::query {

namespace {

using json::JsonKind;
using Kind = Expression::Kind;

std::unexpected<Error> noMember(const Item& item, const std::string& name)
{
    constexpr std::size_t kMostNames = 24;
    auto names = namesOf(item);
    if (names.empty())
        return fail(ErrorKind::NotFound, "there is no \"", name, "\": the value has no members");
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i)
        text += (i == 0 ? "" : ", ") + excerpt(names[i]);
    return fail(ErrorKind::NotFound, "there is no \"", name, "\"; there are: ", text,
                names.size() > kMostNames ? ", …" : "");
}

/// A member of each element. An element without it gives null.
Result<Item> memberOfEach(Evaluation& evaluation, const Item& list, const std::string& name);

Result<Item> memberOrFail(Evaluation& evaluation, const Item& item, const std::string& name)
{
    FL_CHECK(evaluation.step());
    if (isList(item))
        return memberOfEach(evaluation, item, name);
    FL_TRY(auto found, memberOf(evaluation, item, name));
    if (!found)
        return noMember(item, name);
    return *std::move(found);
}

Result<Item> memberOfEach(Evaluation& evaluation, const Item& list, const std::string& name)
{
    ListItem all;
    std::optional<Error> problem;
    bool isKnown = false;
    for (const auto& element : elementsOf(list)) {
        auto found = memberOrFail(evaluation, element, name);
        if (!found && found.error().kind != ErrorKind::NotFound)
            return found;
        isKnown = isKnown || found.has_value();
        if (!found && !problem)
            problem = found.error();
        all.items.push_back(found ? *std::move(found) : nullItem());
    }
    if (problem && !isKnown)
        return std::unexpected(*std::move(problem));
    return Item{std::move(all)};
}

/// A part of an object that each() has found, which is read later; of others a member.
Result<Item> partOrFail(Evaluation& evaluation, const Item& item, const std::string& name)
{
    const auto* json = item.asJson();
    if (json != nullptr && json->role == Role::Objects) {
        ListItem all;
        for (const auto& element : elementsOf(item)) {
            FL_TRY(auto part, partOrFail(evaluation, element, name));
            all.items.push_back(std::move(part));
        }
        return Item{std::move(all)};
    }
    if (json == nullptr || json->role != Role::Object)
        return memberOrFail(evaluation, item, name);
    const auto type = json::textMember(json->value, "type");
    const auto address = json::textMember(json->value, "address");
    if (type.empty() || address.empty())
        return fail(ErrorKind::NotFound, "the object has no address");
    return Item{ValueItem{.scope = engine::VariablesQuestion::Scope::Program,
                          .expression = concat("(*(", type, "*)", address, ").", name),
                          .label = name}};
}

/// Where index `at` of a list is; a negative one counts from its end.
std::size_t positionOf(std::int64_t at, std::size_t size)
{
    const auto count = static_cast<std::int64_t>(size);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(at < 0 ? count + at : at, 0, count));
}

Result<Item> sliceOf(const Item& item, const Expression& slice)
{
    if (!isList(item))
        return fail(ErrorKind::Unsupported, "only lists have elements");
    auto items = elementsOf(item);
    const auto begin = positionOf(slice.begin, items.size());
    const auto end = slice.end ? positionOf(*slice.end, items.size()) : items.size();
    ListItem chosen;
    for (auto i = begin; i < end; ++i)
        chosen.items.push_back(std::move(items[i]));
    return Item{std::move(chosen)};
}

/// The number that a scalar is; addresses are texts with "0x".
std::optional<std::uint64_t> numberOf(const Item& item)
{
    const auto* json = item.asJson();
    if (json == nullptr || json->value.kind() == JsonKind::Real)
        return std::nullopt;
    return json::hexValueOf(json->value);
}

std::string textOf(const Item& item)
{
    const auto* json = item.asJson();
    return json != nullptr ? json::rawText(json->value) : std::string();
}

bool holds(const Item& item)
{
    if (item.asValue() != nullptr)
        return true;
    const auto* json = item.asJson();
    if (json == nullptr)
        return sizeOf(item) != 0;
    switch (json->value.kind()) {
    case JsonKind::Null: return false;
    case JsonKind::Bool: return json->value.boolean();
    case JsonKind::String: return !json->value.text().empty();
    case JsonKind::Array:
    case JsonKind::Object: return sizeOf(item) != 0;
    default: return json->value.integerBits() != 0 || json->value.kind() == JsonKind::Real;
    }
}

bool isNull(const Item& item)
{
    return item.asJson() != nullptr && item.asJson()->value.kind() == JsonKind::Null;
}

bool contains(std::string_view text, std::string_view part)
{
    return toLowerAscii(text).find(toLowerAscii(part)) != std::string::npos;
}

std::strong_ordering orderOf(const Item& item, const Item& other)
{
    const auto number = numberOf(item);
    const auto otherNumber = numberOf(other);
    if (number && otherNumber)
        return *number <=> *otherNumber;
    return textOf(item) <=> textOf(other);
}

bool compares(const Item& item, Comparison comparison, const Item& other)
{
    switch (comparison) {
    case Comparison::Holds: return holds(item);
    case Comparison::Equal: return isNull(item) == isNull(other) && orderOf(item, other) == 0;
    case Comparison::Unequal: return isNull(item) != isNull(other) || orderOf(item, other) != 0;
    case Comparison::Contains: return contains(textOf(item), textOf(other));
    case Comparison::Lacks: return !contains(textOf(item), textOf(other));
    default: break;
    }
    if (isNull(item))
        return false;
    const auto order = orderOf(item, other);
    switch (comparison) {
    case Comparison::Less: return order < 0;
    case Comparison::AtMost: return order <= 0;
    case Comparison::Greater: return order > 0;
    default: return order >= 0;
    }
}

/// The value of a condition's path at an element; null where there is none. A list holds if one of
/// its elements does.
Result<Item> pathAt(Evaluation& evaluation, const Expression& path, const Item& element)
{
    if (path.kind == Kind::Name || path.kind == Kind::Member || path.kind == Kind::Part) {
        auto whole = path.kind == Kind::Name ? Result<Item>(element)
                                             : pathAt(evaluation, path.parts.front(), element);
        if (!whole)
            return whole;
        auto found = memberOrFail(evaluation, *whole, path.text);
        return found || found.error().kind != ErrorKind::NotFound ? std::move(found) : nullItem();
    }
    if (path.kind == Kind::Index) {
        FL_TRY(const auto list, pathAt(evaluation, path.parts.front(), element));
        auto found = elementOf(list, path.begin);
        return found ? std::move(found) : nullItem();
    }
    return fail(ErrorKind::Unsupported, "a condition begins with a member: [member == value]");
}

bool fits(const Item& found, const Expression& filter, const Item& other)
{
    if (filter.comparison == Comparison::Holds || !isList(found))
        return compares(found, filter.comparison, other);
    return std::ranges::any_of(elementsOf(found),
                               [&](const Item& each) { return fits(each, filter, other); });
}

Result<Item> filtered(Evaluation& evaluation, const Item& item, const Expression& filter)
{
    if (!isList(item))
        return fail(ErrorKind::Unsupported, "only lists can be filtered");
    auto other = nullItem();
    if (filter.parts.size() > 2) {
        FL_TRY(other, itemOf(evaluation, filter.parts[2]));
    }
    ListItem chosen;
    for (auto& element : elementsOf(item)) {
        FL_CHECK(evaluation.step());
        FL_TRY(const auto found, pathAt(evaluation, filter.parts[1], element));
        if (fits(found, filter, other))
            chosen.items.push_back(std::move(element));
    }
    return Item{std::move(chosen)};
}

Result<Item> selected(Evaluation& evaluation, const Item& item, const std::vector<Chosen>& chosen)
{
    FL_CHECK(evaluation.step());
    if (isList(item)) {
        ListItem all;
        for (const auto& element : elementsOf(item)) {
            FL_TRY(auto each, selected(evaluation, element, chosen));
            all.items.push_back(std::move(each));
        }
        return Item{std::move(all)};
    }
    const auto* json = item.asJson();
    if (json != nullptr && json->value.kind() == JsonKind::Null)
        return item;
    ObjectItem object;
    for (const auto& each : chosen) {
        auto found = memberOrFail(evaluation, item, each.name);
        if (found && !each.parts.empty())
            found = selected(evaluation, *found, each.parts);
        if (!found && found.error().kind != ErrorKind::NotFound)
            return found;
        object.members.emplace_back(each.name, found ? *std::move(found) : nullItem());
    }
    return Item{std::move(object)};
}

Result<Item> rootMember(Evaluation& evaluation, const std::string& name)
{
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(auto document, crash->document());
    const auto value = document->root();
    const Item root{
        JsonItem{.document = std::move(document), .value = value, .role = Role::Report}};
    return name == "report" ? Result<Item>(root) : memberOrFail(evaluation, root, name);
}

} // namespace

Result<const Crash*> Evaluation::crash() const
{
    if (m_crash == nullptr)
        return fail(ErrorKind::NotFound, "no crash is open");
    return m_crash;
}

Result<void> Evaluation::step(std::uint64_t count)
{
    m_steps += count;
    if (m_steps > kMostSteps)
        return fail(ErrorKind::TooLarge, "the query takes more than ", kMostSteps, " steps");
    if (m_stop.stop_requested())
        return fail(ErrorKind::Cancelled, "the query was cancelled");
    return {};
}

const WaitList& Evaluation::waits(const std::shared_ptr<const json::JsonDocument>& report)
{
    if (!m_waits || m_waits->report() != report)
        m_waits.emplace(report);
    return *m_waits;
}

Result<engine::Inspection> Evaluation::ask(engine::Question question)
{
    if (++m_questions > kMostQuestions)
        return fail(ErrorKind::TooLarge, "the query reads the process more than ", kMostQuestions,
                    " times");
    FL_TRY(const auto* asked, crash());
    return asked->ask(std::move(question), m_stop);
}

Result<std::vector<Variable>> Evaluation::values(const ValueQuestion& question)
{
    if (++m_questions > kMostQuestions)
        return fail(ErrorKind::TooLarge, "the query reads the process more than ", kMostQuestions,
                    " times");
    FL_TRY(const auto* asked, crash());
    return asked->values(question, m_stop);
}

Result<Item> elementOf(const Item& item, std::int64_t index)
{
    if (const auto* value = item.asValue()) {
        if (value->expression.empty())
            return fail(ErrorKind::Unsupported, "variables are chosen by name: locals.name");
        auto part = *value;
        part.expression += concat("[", index, "]");
        part.label.clear();
        return Item{std::move(part)};
    }
    if (!isList(item))
        return fail(ErrorKind::Unsupported, "only lists have elements");
    auto items = elementsOf(item);
    const auto count = static_cast<std::int64_t>(items.size());
    if (index >= count || index < -count)
        return fail(ErrorKind::NotFound, "there is no element ", index, "; the list has ", count);
    return std::move(items[positionOf(index, items.size())]);
}

Result<Item> keyedPart(const ValueItem& value, const std::string& key)
{
    // An expression has no escapes in its texts.
    if (key.find_first_of("\"\\") != std::string::npos)
        return fail(ErrorKind::Unsupported, "a key has neither quotation marks nor backslashes");
    auto part = value;
    part.expression += concat("[\"", key, "\"]");
    part.label.clear();
    return Item{std::move(part)};
}

Result<Item> itemOf(Evaluation& evaluation, const Expression& expression)
{
    FL_CHECK(evaluation.step());
    switch (expression.kind) {
    case Kind::Name: return rootMember(evaluation, expression.text);
    case Kind::Number: return numberItem(expression.number);
    case Kind::Text: return textItem(expression.text);
    case Kind::Flag: return parsedItem(expression.number != 0 ? "true" : "false");
    case Kind::Null: return nullItem();
    case Kind::Call: return callFunction(evaluation, expression);
    default: break;
    }
    FL_TRY(const auto base, itemOf(evaluation, expression.parts.front()));
    switch (expression.kind) {
    case Kind::Member: return memberOrFail(evaluation, base, expression.text);
    case Kind::Part: return partOrFail(evaluation, base, expression.text);
    case Kind::Index: return elementOf(base, expression.begin);
    case Kind::Key: {
        const auto* value = base.asValue();
        return value != nullptr && !value->expression.empty()
                   ? keyedPart(*value, expression.text)
                   : memberOrFail(evaluation, base, expression.text);
    }
    case Kind::Slice: return sliceOf(base, expression);
    case Kind::Filter: return filtered(evaluation, base, expression);
    default: return selected(evaluation, base, expression.chosen);
    }
}

Result<std::string> placeText(Evaluation& evaluation, const Item& item)
{
    if (const auto* value = item.asValue()) {
        FL_TRY(const auto read, evaluation.values({.place = value->place,
                                                   .scope = value->scope,
                                                   .expression = value->expression}));
        if (value->expression.empty() || read.empty() ||
            (!read.front().pointer && !read.front().address))
            return fail(ErrorKind::Unsupported, "the value has no address");
        return hexAddress(read.front().pointer ? *read.front().pointer : *read.front().address);
    }
    const auto* json = item.asJson();
    if (json == nullptr || json->value.kind() == JsonKind::Array ||
        json->value.kind() == JsonKind::Object)
        return fail(ErrorKind::Unsupported, "an address is a number or a text");
    const bool isNumber = json->value.kind() == JsonKind::Unsigned;
    return isNumber ? hexAddress(json->value.integerBits()) : std::string(json->value.text());
}

} // namespace faultline::query
