// SPDX-License-Identifier: GPL-3.0-or-later
// What threads, frames and values have beyond the members of their JSON.
#include "core/insight/code_owner.h"
#include "core/insight/frame_names.h"
#include "core/insight/key_frame.h"
#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/query/evaluator.h"

#include <array>

namespace faultline::query {

namespace {

using Found = Result<std::optional<Item>>;

Item withRole(Item item, Role role, RowPlace place)
{
    auto json = *item.asJson();
    json.role = role;
    json.place = place;
    return {std::move(json)};
}

/// The registers of the physical frame that a row belongs to.
std::optional<std::string> registersJson(const Report& report, RowPlace place)
{
    const auto* stack = insight::stackOf(report, place.thread);
    if (stack == nullptr || place.row >= stack->frames.size())
        return std::nullopt;
    const auto physical = stack->frames[place.row].originalIndex;
    if (physical >= stack->registers.size())
        return std::nullopt;
    const auto& registers = stack->registers[physical];
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    for (const auto& info : registersOf(registers.family())) {
        if (const auto value = registers.find(info.index))
            json.key(info.name).hex(*value);
    }
    json.endObject();
    return text;
}

/// The source position and the lines around it.
Item sourceOf(const Item& frame)
{
    constexpr std::array kNames{"filename",     "abs_path",     "lineno",     "pre_context",
                                "context_line", "post_context", "source_link"};
    ObjectItem source;
    for (const auto* name : kNames) {
        if (auto found = plainMember(frame, name))
            source.members.emplace_back(name, *std::move(found));
    }
    return {std::move(source)};
}

/// The rows that were inlined into the physical frame of a row, and the row of the function itself.
std::optional<Item> inlinesOf(const Item& frame, const Crash& crash)
{
    const auto place = frame.asJson()->place;
    const auto* stack = insight::stackOf(*crash.report(), place.thread);
    if (stack == nullptr || place.row >= stack->frames.size())
        return std::nullopt;
    const auto physical = stack->frames[place.row].originalIndex;
    const auto document = frame.asJson()->document;
    const auto stacks = json::member(document->root(), "stacktraces");
    std::uint32_t thread = 0;
    ListItem rows;
    json::forEachChild(*stacks, [&](const json::JsonValue& each) {
        if (thread++ != place.thread)
            return;
        std::uint32_t row = 0;
        json::forEachChildOf(each, "frames", [&](const json::JsonValue& value) {
            if (json::numberMember(value, "original_index") == physical)
                rows.items.push_back({JsonItem{.document = document,
                                               .value = value,
                                               .role = Role::Frame,
                                               .place = {.thread = place.thread, .row = row}}});
            ++row;
        });
    });
    return Item{std::move(rows)};
}

std::optional<Item> numberIf(const std::optional<std::uint32_t>& number)
{
    return number ? std::optional(numberItem(*number)) : std::nullopt;
}

std::optional<std::uint32_t> moduleOf(const Report& report, RowPlace place)
{
    const auto* stack = insight::stackOf(report, place.thread);
    const bool hasRow = stack != nullptr && place.row < stack->frames.size();
    return hasRow ? stack->frames[place.row].module : std::nullopt;
}

/// The name of a frame's module without its folders.
std::optional<Item> moduleNameOf(const Report& report, RowPlace place)
{
    const auto module = moduleOf(report, place);
    if (!module || *module >= report.event->modules.size())
        return std::nullopt;
    return textItem(insight::moduleName(report.event->modules[*module]));
}

Found frameMember(Evaluation& evaluation, const Item& frame, const std::string& name)
{
    const auto place = frame.asJson()->place;
    FL_TRY(const auto* crash, evaluation.crash());
    if (name == "index")
        return numberItem(place.row);
    if (name == "thread")
        return numberItem(place.thread);
    if (name == "locals")
        return Item{ValueItem{.place = place}};
    if (name == "source")
        return sourceOf(frame);
    if (name == "inlines")
        return inlinesOf(frame, *crash);
    if (name == "registers") {
        const auto text = registersJson(*crash->report(), place);
        if (!text)
            return std::nullopt;
        FL_TRY(auto item, parsedItem(*text));
        return item;
    }
    if (name == "module")
        return numberIf(moduleOf(*crash->report(), place));
    if (name == "module_name")
        return moduleNameOf(*crash->report(), place);
    if (name == "code") {
        FL_TRY(auto code, codeAt(evaluation, place, {}));
        return code;
    }
    return std::nullopt;
}

std::optional<Item> waitsOf(Evaluation& evaluation, const Item& thread)
{
    const auto& json = *thread.asJson();
    return evaluation.waits(json.document).of(json.place.thread);
}

std::optional<Item> frameListOf(const Item& thread)
{
    auto frames = plainMember(thread, "frames");
    return frames
               ? std::optional(withRole(*std::move(frames), Role::Frames, thread.asJson()->place))
               : std::nullopt;
}

/// The row that a stack is told by, from the key frame outwards the first with own code: the key
/// frame may be a function of the standard library with a callback of the program's.
std::size_t keyRow(const Report& report, const ThreadStack& stack)
{
    const auto key = insight::keyFrame(report, stack);
    for (auto row = key; row < stack.frames.size(); ++row) {
        if (insight::isOwnCode(report, stack.frames[row]) && stack.frames[row].position.function)
            return row;
    }
    return key;
}

std::optional<Item> keyFrameOf(const Item& thread, const Crash& crash)
{
    const auto* stack = insight::stackOf(*crash.report(), thread.asJson()->place.thread);
    const auto frames = frameListOf(thread);
    if (stack == nullptr || stack->frames.empty() || !frames)
        return std::nullopt;
    auto rows = elementsOf(*frames);
    const auto key = keyRow(*crash.report(), *stack);
    return key < rows.size() ? std::optional(std::move(rows[key])) : std::nullopt;
}

Found threadMember(Evaluation& evaluation, const Item& thread, const std::string& name)
{
    FL_TRY(const auto* crash, evaluation.crash());
    if (name == "key")
        return keyFrameOf(thread, *crash);
    if (name == "index")
        return numberItem(thread.asJson()->place.thread);
    if (name == "waits")
        return waitsOf(evaluation, thread);
    if (name == "function")
        return keyFunction(*crash, thread.asJson()->place.thread);
    if (name == "state") {
        const auto waits = waitsOf(evaluation, thread);
        return waits ? plainMember(*waits, "state") : std::nullopt;
    }
    return std::nullopt;
}

std::optional<Item> threadList(const Item& report)
{
    auto stacks = plainMember(report, "stacktraces");
    return stacks ? std::optional(withRole(*std::move(stacks), Role::Threads, {})) : std::nullopt;
}

/// The leading thread, whose frames and variables need no further name.
std::optional<Item> leadingThread(const Item& report, const Crash& crash)
{
    const auto threads = threadList(report);
    auto all = threads ? elementsOf(*threads) : std::vector<Item>();
    const auto place = crash.firstRow();
    return place.thread < all.size() ? std::optional(std::move(all[place.thread])) : std::nullopt;
}

Found reportMember(Evaluation& evaluation, const Item& report, const std::string& name)
{
    FL_TRY(const auto* crash, evaluation.crash());
    if (name == "threads" || name == "stacktraces")
        return threadList(report);
    if (name == "modules") {
        auto modules = plainMember(report, "modules");
        return modules ? std::optional(withRole(*std::move(modules), Role::Modules, {}))
                       : std::nullopt;
    }
    if (name == "summary") {
        FL_TRY(auto summary, summaryOf(evaluation, report));
        return summary;
    }
    const bool isLeading = name == "thread" || name == "frames" || name == "frame" ||
                           name == "locals" || name == "registers" || name == "key";
    if (!isLeading)
        return std::nullopt;
    const auto thread = leadingThread(report, *crash);
    if (!thread || name == "thread" || name == "registers")
        return thread && name == "registers" ? plainMember(*thread, name) : thread;
    if (name == "key")
        return keyFrameOf(*thread, *crash);
    const auto frames = frameListOf(*thread);
    if (!frames || name == "frames")
        return frames;
    auto rows = elementsOf(*frames);
    if (rows.empty())
        return std::nullopt;
    return name == "frame" ? Found(std::move(rows.front()))
                           : memberOf(evaluation, rows.front(), name);
}

Found moduleMember(Evaluation& evaluation, const Item& module, const std::string& name)
{
    const auto index = module.asJson()->place.row;
    if (name == "index")
        return numberItem(index);
    FL_TRY(const auto* crash, evaluation.crash());
    const auto& modules = crash->report()->event->modules;
    return name == "name" && index < modules.size()
               ? Found(textItem(insight::moduleName(modules[index])))
               : Found(std::nullopt);
}

/// A value's member, as part of its expression.
Item partOf(const ValueItem& value, const std::string& name)
{
    auto part = value;
    part.expression += part.expression.empty() ? name : "." + name;
    part.label.clear();
    return {std::move(part)};
}

/// Members that Faultline adds to a JSON object are found without naming its key.
std::optional<Item> memberOfOurs(const Item& item, const std::string& name)
{
    const auto ours = plainMember(item, "faultline");
    if (!ours)
        return std::nullopt;
    if (auto found = plainMember(*ours, name))
        return found;
    const auto insight = plainMember(*ours, "insight");
    return insight ? plainMember(*insight, name) : std::nullopt;
}

} // namespace

std::optional<Item> keyFunction(const Crash& crash, std::uint64_t thread)
{
    const auto* stack = insight::stackOf(*crash.report(), thread);
    if (stack == nullptr || stack->frames.empty())
        return std::nullopt;
    const auto& frame = stack->frames[keyRow(*crash.report(), *stack)];
    return frame.position.function ? std::optional(textItem(*frame.position.function))
                                   : std::nullopt;
}

Found memberOf(Evaluation& evaluation, const Item& item, const std::string& name)
{
    if (const auto* value = item.asValue())
        return partOf(*value, name);
    const auto role = item.asJson() != nullptr ? item.asJson()->role : Role::Plain;
    Found added = std::nullopt;
    if (role == Role::Report)
        added = reportMember(evaluation, item, name);
    else if (role == Role::Thread && name == "frames")
        added = frameListOf(item);
    else if (role == Role::Thread)
        added = threadMember(evaluation, item, name);
    else if (role == Role::Frame)
        added = frameMember(evaluation, item, name);
    else if (role == Role::Module)
        added = moduleMember(evaluation, item, name);
    if (!added || *added)
        return added;
    if (auto found = plainMember(item, name))
        return found;
    return memberOfOurs(item, name);
}

} // namespace faultline::query
