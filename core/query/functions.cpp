// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/engine/library/library_compare.h"
#include "core/engine/library/library_place.h"
#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/library/query.h"
#include "core/query/comparison_json.h"
#include "core/query/evaluator.h"
#include "core/query/inspection_json.h"
#include "core/query/library_json.h"
#include "core/report/threads_text.h"
#include "core/signature/signature.h"

#include <algorithm>
#include <array>
#include <memory>

namespace faultline::query {

namespace {

using engine::VariablesQuestion;

/// The evaluated arguments of a call.
class Arguments
{
public:
    static Result<Arguments> of(Evaluation& evaluation, const Expression& call)
    {
        Arguments arguments;
        for (const auto& part : call.parts) {
            FL_TRY(auto item, itemOf(evaluation, part));
            arguments.m_items.push_back(std::move(item));
        }
        return arguments;
    }

    std::size_t size() const { return m_items.size(); }

    const Item& at(std::size_t index) const { return m_items[index]; }

    /// Errors: Unsupported.
    Result<std::string> text(std::size_t index) const
    {
        const auto* json = m_items[index].asJson();
        if (json == nullptr || json->value.kind() != json::JsonKind::String)
            return fail(ErrorKind::Unsupported, "argument ", index + 1, " is not a \"text\"");
        return std::string(json->value.text());
    }

    /// Errors: Unsupported.
    Result<std::uint64_t> number(std::size_t index) const
    {
        const auto* json = m_items[index].asJson();
        if (json == nullptr || json->value.kind() != json::JsonKind::Unsigned)
            return fail(ErrorKind::Unsupported, "argument ", index + 1, " is not a number");
        return json->value.integerBits();
    }

    /// The row of the frame that is the last argument, if there are as many; otherwise the leading
    /// thread's first. Errors: Unsupported (it is no frame).
    Result<RowPlace> frame(Evaluation& evaluation, std::size_t index) const
    {
        FL_TRY(const auto* crash, evaluation.crash());
        if (index >= m_items.size())
            return crash->firstRow();
        const auto* json = m_items[index].asJson();
        if (json == nullptr || json->role != Role::Frame)
            return fail(ErrorKind::Unsupported, "argument ", index + 1, " is not a frame");
        return json->place;
    }

private:
    std::vector<Item> m_items;
};

template <class Wanted>
Result<Wanted> answerOf(Evaluation& evaluation, engine::Question question)
{
    FL_TRY(auto answer, evaluation.ask(std::move(question)));
    auto* wanted = std::get_if<Wanted>(&answer.value);
    if (wanted == nullptr)
        return fail(ErrorKind::Internal, "the engine answered another question");
    return std::move(*wanted);
}

Result<redact::Profile> profileOf(Evaluation& evaluation)
{
    FL_TRY(const auto* crash, evaluation.crash());
    return crash->profile();
}

// --- values

Result<Item> value(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(auto expression, arguments.text(0));
    FL_TRY(const auto place, arguments.frame(evaluation, 1));
    if (expression.empty())
        return fail(ErrorKind::Malformed, "value() needs an expression");
    return Item{ValueItem{.place = place, .expression = std::move(expression)}};
}

Result<Item> global(Evaluation&, const Arguments& arguments)
{
    FL_TRY(auto expression, arguments.text(0));
    return Item{
        ValueItem{.scope = VariablesQuestion::Scope::Program, .expression = std::move(expression)}};
}

/// The object of a type at an address.
Result<Item> cast(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(auto type, arguments.text(0));
    FL_TRY(auto place, placeText(evaluation, arguments.at(1)));
    FL_TRY(const auto found,
           answerOf<engine::AddressAnswer>(
               evaluation, engine::AddressQuestion{.frame = {}, .place = std::move(place)}));
    if (found.state != engine::AddressAnswer::State::Known)
        return fail(ErrorKind::NotFound, "argument 2 names no address");
    while (type.ends_with('*') || type.ends_with(' '))
        type.pop_back();
    return Item{
        ValueItem{.scope = VariablesQuestion::Scope::Program,
                  .expression = concat("(*(", type, "*)", hexAddress(found.word.value), ")")}};
}

/// The objects of a list or tree, or without a member the parts of a value.
Result<Item> each(Evaluation& evaluation, const Arguments& arguments)
{
    const auto* list = arguments.at(0).asValue();
    if (list == nullptr)
        return isList(arguments.at(0)) && arguments.size() == 1
                   ? Result<Item>(arguments.at(0))
                   : fail(ErrorKind::Unsupported, "argument 1 is not a value of the process");
    ValueQuestion question{.place = list->place,
                           .scope = list->scope,
                           .expression = list->expression,
                           .first = evaluation.page().first,
                           .most = std::min(evaluation.page().most, kMostElements)};
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        FL_TRY(const auto member, arguments.text(i));
        question.follow += (i == 1 ? "" : ",") + member;
    }
    question.isParts = question.follow.empty() && !list->expression.empty();
    FL_TRY(const auto values, evaluation.values(question));
    evaluation.setPaged(values.size(), values.size() >= question.most);
    FL_TRY(const auto found, parsedItem(variablesJson(values)));
    auto objects = *found.asJson();
    objects.role = Role::Objects;
    return Item{std::move(objects)};
}

// --- the program

Result<Item> symbol(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(auto pattern, arguments.text(0));
    FL_TRY(const auto found,
           answerOf<engine::SymbolsAnswer>(
               evaluation,
               engine::SymbolsQuestion{.pattern = std::move(pattern),
                                       .first = evaluation.page().first,
                                       .most = std::min(evaluation.page().most, kMostElements)}));
    FL_TRY(const auto json, symbolsJson(found));
    evaluation.setPaged(found.symbols.size(), found.hasMore);
    return parsedItem(json);
}

Result<std::string> addressAt(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(auto place, placeText(evaluation, arguments.at(0)));
    FL_TRY(const auto row, arguments.frame(evaluation, 1));
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(const auto frame, crash->framePlace(row));
    FL_TRY(const auto found,
           answerOf<engine::AddressAnswer>(
               evaluation, engine::AddressQuestion{.frame = frame, .place = std::move(place)}));
    return addressJson(found, crash->profile());
}

Result<Item> address(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto json, addressAt(evaluation, arguments));
    return parsedItem(json);
}

Result<Item> nearest(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto item, address(evaluation, arguments));
    auto symbol = plainMember(item, "symbol");
    if (!symbol)
        return fail(ErrorKind::NotFound, "no function is known at this address");
    return *std::move(symbol);
}

Result<Item> type(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(auto name, arguments.text(0));
    FL_TRY(const auto found, answerOf<engine::TypesAnswer>(
                                 evaluation, engine::TypesQuestion{.name = std::move(name)}));
    FL_TRY(const auto json, typesJson(found));
    return parsedItem(json);
}

// --- memory and code

/// memory(place), memory(place, bytes), memory(place, bytes, frame)
Result<Item> memory(Evaluation& evaluation, const Arguments& arguments)
{
    constexpr std::uint64_t kUsualBytes = 256;
    FL_TRY(auto place, placeText(evaluation, arguments.at(0)));
    auto bytes = kUsualBytes;
    if (arguments.size() > 1) {
        const auto* number = arguments.at(1).asJson();
        if (number == nullptr || number->value.kind() != json::JsonKind::Unsigned)
            return fail(ErrorKind::Unsupported, "argument 2 is not a number of bytes");
        bytes = number->value.integerBits();
    }
    constexpr std::uint64_t kMostBytesOfMemory = 32 * 1024;
    if (bytes > kMostBytesOfMemory)
        return fail(ErrorKind::TooLarge, "memory() reads at most ", kMostBytesOfMemory, " bytes");
    FL_TRY(const auto row, arguments.frame(evaluation, 2));
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(const auto frame, crash->framePlace(row));
    // The answer begins with a whole row of 16 bytes.
    FL_TRY(auto found,
           answerOf<engine::MemoryAnswer>(
               evaluation,
               engine::MemoryQuestion{
                   .frame = frame, .place = std::move(place), .before = 0, .bytes = bytes + 16}));
    const auto end = found.address - found.first + bytes;
    if (end < found.bytes.size()) {
        found.bytes.resize(end);
        found.origins.resize(end);
    }
    FL_TRY(const auto json, memoryJson(found, crash->profile()));
    return parsedItem(json);
}

/// The text at an address.
Result<Item> textAt(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto profile, profileOf(evaluation));
    if (profile != redact::Profile::Full)
        return fail(ErrorKind::PermissionDenied, "texts of the process are not shown under the ",
                    "profile \"", redact::profileName(profile), "\"");
    FL_TRY(const auto item, address(evaluation, arguments));
    auto text = plainMember(item, "text");
    if (!text)
        return fail(ErrorKind::NotFound, "no text lies at this address");
    return *std::move(text);
}

/// disassembly(), disassembly(place), disassembly(place, frame)
Result<Item> disassembly(Evaluation& evaluation, const Arguments& arguments)
{
    std::string place;
    if (arguments.size() > 0) {
        FL_TRY(place, placeText(evaluation, arguments.at(0)));
    }
    FL_TRY(const auto row, arguments.frame(evaluation, 1));
    std::optional<std::uint64_t> around;
    if (arguments.size() > 2) {
        FL_TRY(around, arguments.number(2));
    }
    return codeAt(evaluation, row, std::move(place), around);
}

Result<Item> map(Evaluation& evaluation, const Arguments&)
{
    FL_TRY(const auto found, answerOf<engine::MapAnswer>(evaluation, engine::MapQuestion{}));
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(const auto json, mapJson(found, crash->profile()));
    return parsedItem(json);
}

// --- threads

Result<Item>
threadsPart(Evaluation& evaluation, const report::ThreadsOptions& options, std::string_view part)
{
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(const auto item, parsedItem(report::renderThreadsJson(*crash->report(), options)));
    return plainMember(item, part).value_or(nullItem());
}

Result<Item> find(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(auto text, arguments.text(0));
    if (text.empty())
        return fail(ErrorKind::Malformed, "find() needs a text");
    FL_TRY(auto pattern, insight::TextPattern::compile({.text = std::move(text)}));
    return threadsPart(evaluation,
                       {.find = std::make_shared<const insight::TextPattern>(std::move(pattern))},
                       "found");
}

/// A group of threads, and the function that its first one is in.
Item withFunction(const Item& group, const Crash& crash)
{
    ObjectItem shown;
    for (const auto& name : namesOf(group))
        shown.members.emplace_back(name, plainMember(group, name).value_or(nullItem()));
    const auto threads = plainMember(group, "threads");
    const auto first = threads ? elementsOf(*threads) : std::vector<Item>();
    const auto* number = first.empty() ? nullptr : first.front().asJson();
    if (auto function =
            number != nullptr ? keyFunction(crash, number->value.integerBits()) : std::nullopt)
        shown.members.emplace_back("function", *std::move(function));
    return {std::move(shown)};
}

Result<Item> groups(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto by, arguments.text(0));
    using enum insight::ThreadGrouping;
    constexpr std::array<std::pair<std::string_view, insight::ThreadGrouping>, 3> kGroupings{
        {{"state", State}, {"stack", Stack}, {"name", Name}}};
    const auto found = std::ranges::find(
        kGroupings, by, &std::pair<std::string_view, insight::ThreadGrouping>::first);
    if (found == kGroupings.end())
        return fail(ErrorKind::Malformed, "threads are grouped by \"state\", \"stack\", \"name\"");
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(const auto all, threadsPart(evaluation, {.group = found->second}, "groups"));
    ListItem shown;
    for (const auto& group : elementsOf(all))
        shown.items.push_back(withFunction(group, *crash));
    return Item{std::move(shown)};
}

// --- other crashes

Result<Item> compare(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto name, arguments.text(0));
    FL_TRY(const auto* crash, evaluation.crash());
    if (!evaluation.surroundings().otherReport)
        return fail(ErrorKind::Unsupported, "there is nothing to compare with here");
    FL_TRY(auto other, evaluation.surroundings().otherReport(name));
    const auto rules = signature::makeShippedRules();
    const auto sideOf = [&](std::string side, ReportPtr report) {
        return engine::sideOf(
            engine::OpenReport{.name = std::move(side), .report = std::move(report)}, *rules,
            signature::Mode::Faultline);
    };
    const auto both = engine::comparisonOf(sideOf(crash->name(), crash->report()),
                                           sideOf(name, std::move(other)));
    return parsedItem(comparisonJson(both.diff, both.before.record, both.after.record));
}

Result<std::unique_ptr<library::LibraryStore>> storeOf(Evaluation& evaluation)
{
    if (!evaluation.surroundings().openReports)
        return fail(ErrorKind::Unsupported, "there is no library here");
    return evaluation.surroundings().openReports();
}

Result<library::Query> queryOf(const Arguments& arguments)
{
    FL_TRY(const auto line, arguments.size() == 0 ? Result<std::string>() : arguments.text(0));
    return library::Query::parse(line, engine::presentTime());
}

template <class Row>
std::string rowsJson(const library::Page<Row>& page, std::string_view name)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("total", page.total).key(name).beginArray();
    for (const auto& row : page.rows)
        writeJson(json, row);
    json.endArray().optional("damage", page.damage).endObject();
    return text;
}

Result<Item> searchLibrary(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto query, queryOf(arguments));
    FL_TRY(const auto store, storeOf(evaluation));
    FL_TRY(const auto page, store->search(query, {}, evaluation.page().first,
                                          std::min(evaluation.page().most, kMostElements)));
    return parsedItem(rowsJson(page, "reports"));
}

Result<Item> searchGroups(Evaluation& evaluation, const Arguments& arguments)
{
    FL_TRY(const auto query, queryOf(arguments));
    FL_TRY(const auto store, storeOf(evaluation));
    FL_TRY(const auto page, store->groups(query, {}, evaluation.page().first,
                                          std::min(evaluation.page().most, kMostElements)));
    return parsedItem(rowsJson(page, "groups"));
}

// --- any value

Result<Item> count(Evaluation& evaluation, const Arguments& arguments)
{
    if (evaluation.pagedHasMore().value_or(false))
        return fail(ErrorKind::TooLarge,
                    "only a page was read, and there are more; ask for more elements (most)");
    return numberItem(sizeOf(arguments.at(0)));
}

Result<Item> keys(Evaluation&, const Arguments& arguments)
{
    ListItem names;
    for (const auto& name : namesOf(arguments.at(0)))
        names.items.push_back(textItem(name));
    return Item{std::move(names)};
}

/// The elements of a list's lists in one list.
Result<Item> flatten(Evaluation& evaluation, const Arguments& arguments)
{
    ListItem all;
    for (const auto& element : elementsOf(arguments.at(0))) {
        if (!isList(element)) {
            all.items.push_back(element);
            continue;
        }
        for (auto& inner : elementsOf(element)) {
            FL_CHECK(evaluation.step());
            all.items.push_back(std::move(inner));
        }
    }
    return Item{std::move(all)};
}

struct Function
{
    std::string_view name;
    std::size_t least = 0;
    std::size_t most = 0;
    Result<Item> (*call)(Evaluation&, const Arguments&) = nullptr;
};

constexpr std::array kFunctions{
    Function{"address", 1, 2, address},
    Function{"cast", 2, 2, cast},
    Function{"compare", 1, 1, compare},
    Function{"count", 1, 1, count},
    Function{"disassembly", 0, 3, disassembly},
    Function{"each", 1, 8, each},
    Function{"find", 1, 1, find},
    Function{"flatten", 1, 1, flatten},
    Function{"global", 1, 1, global},
    Function{"groups", 1, 1, groups},
    Function{"keys", 1, 1, keys},
    Function{"library", 0, 1, searchLibrary},
    Function{"library_groups", 0, 1, searchGroups},
    Function{"map", 0, 0, map},
    Function{"memory", 1, 3, memory},
    Function{"nearest", 1, 2, nearest},
    Function{"string", 1, 2, textAt},
    Function{"symbol", 1, 1, symbol},
    Function{"type", 1, 1, type},
    Function{"value", 1, 2, value},
};

std::string functionNames()
{
    std::string names;
    for (const auto& function : kFunctions)
        names += (names.empty() ? "" : ", ") + std::string(function.name);
    return names;
}

/// Is code at an address, as far as that is known? Where a module's access is not known, only the
/// place that a frame executes counts.
Result<bool> liesInCode(Evaluation& evaluation,
                        const engine::FramePlace& frame,
                        std::uint64_t address,
                        bool isExecuted)
{
    FL_TRY(const auto at,
           answerOf<engine::AddressAnswer>(
               evaluation, engine::AddressQuestion{.frame = frame, .place = hexAddress(address)}));
    if (at.word.kind == engine::MemoryWord::Kind::Code)
        return true;
    if (!at.module)
        return false;
    return at.region && at.region->hasAccess ? at.region->executable : isExecuted;
}

/// Keeps so many instructions before and after the place that was asked for.
void keepAround(engine::CodeAnswer& code, std::uint64_t around)
{
    auto& all = code.instructions;
    const auto at =
        std::ranges::lower_bound(all, code.address, {}, &engine::CodeInstruction::address);
    const auto before = static_cast<std::uint64_t>(at - all.begin());
    const auto after = all.size() - before;
    if (after > around)
        all.erase(at + static_cast<std::ptrdiff_t>(around) + 1, all.end());
    if (before > around)
        all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(before - around));
}

} // namespace

Result<Item> callFunction(Evaluation& evaluation, const Expression& call)
{
    const auto* found = std::ranges::find(kFunctions, call.text, &Function::name);
    if (found == kFunctions.end())
        return fail(ErrorKind::Malformed, "there is no function \"", call.text,
                    "\"; there are: ", functionNames());
    if (call.parts.size() < found->least || call.parts.size() > found->most)
        return fail(ErrorKind::Malformed, found->name, "() has ", found->least,
                    found->least == found->most ? "" : concat(" to ", found->most),
                    " arguments, not ", call.parts.size());
    FL_TRY(const auto arguments, Arguments::of(evaluation, call));
    return found->call(evaluation, arguments);
}

Result<Item>
codeAt(Evaluation& evaluation, RowPlace row, std::string place, std::optional<std::uint64_t> around)
{
    FL_TRY(const auto* crash, evaluation.crash());
    FL_TRY(const auto frame, crash->framePlace(row));
    const bool isOwnPlace = place.empty();
    FL_TRY(auto found,
           answerOf<engine::CodeAnswer>(
               evaluation, engine::CodeQuestion{.frame = frame, .place = std::move(place)}));
    if (crash->profile() != redact::Profile::Full &&
        found.state == engine::CodeAnswer::State::Known) {
        FL_TRY(const auto isCode, liesInCode(evaluation, frame, found.address, isOwnPlace));
        if (!isCode)
            return fail(ErrorKind::PermissionDenied, "memory that is no code is not shown under ",
                        "the profile \"", redact::profileName(crash->profile()), "\"");
    }
    if (around)
        keepAround(found, *around);
    FL_TRY(const auto json, codeJson(found));
    return parsedItem(json);
}

} // namespace faultline::query
