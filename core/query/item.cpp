// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/item.h"

#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>

namespace faultline::query {

namespace {

template <class Add>
Item itemOf(Add add)
{
    json::JsonDocument document;
    add(document);
    auto kept = std::make_shared<const json::JsonDocument>(std::move(document));
    const auto root = kept->root();
    return {JsonItem{.document = std::move(kept), .value = root}};
}

Role roleOfElement(Role list)
{
    switch (list) {
    case Role::Threads: return Role::Thread;
    case Role::Frames: return Role::Frame;
    case Role::Modules: return Role::Module;
    case Role::Objects: return Role::Object;
    default: return Role::Plain;
    }
}

RowPlace placeOfElement(const JsonItem& list, std::uint32_t index)
{
    if (list.role == Role::Threads)
        return {.thread = index, .row = 0};
    return {.thread = list.place.thread, .row = index};
}

bool isContainer(const json::JsonValue& value)
{
    return value.kind() == json::JsonKind::Array || value.kind() == json::JsonKind::Object;
}

} // namespace

Result<Item> parsedItem(std::string_view json)
{
    FL_TRY(auto parsed, json::parseJson(json));
    auto kept = std::make_shared<const json::JsonDocument>(std::move(parsed));
    const auto root = kept->root();
    return Item{JsonItem{.document = std::move(kept), .value = root}};
}

Item numberItem(std::uint64_t number)
{
    return itemOf([&](json::JsonDocument& document) { document.addUnsigned(number); });
}

Item textItem(std::string_view text)
{
    return itemOf([&](json::JsonDocument& document) { document.addString(text); });
}

Item nullItem()
{
    return itemOf([](json::JsonDocument& document) { document.addNull(); });
}

bool isList(const Item& item)
{
    const auto* json = item.asJson();
    return item.asList() != nullptr ||
           (json != nullptr && json->value.kind() == json::JsonKind::Array);
}

Item elementItem(const JsonItem& list, const json::JsonValue& element, std::uint32_t index)
{
    return {JsonItem{.document = list.document,
                     .value = element,
                     .role = roleOfElement(list.role),
                     .place = placeOfElement(list, index)}};
}

std::vector<Item> elementsOf(const Item& item)
{
    if (const auto* list = item.asList())
        return list->items;
    std::vector<Item> items;
    const auto* list = item.asJson();
    if (list == nullptr || list->value.kind() != json::JsonKind::Array)
        return items;
    json::forEachChild(list->value, [&](const json::JsonValue& value) {
        items.push_back(elementItem(*list, value, static_cast<std::uint32_t>(items.size())));
    });
    return items;
}

std::size_t sizeOf(const Item& item)
{
    if (const auto* list = item.asList())
        return list->items.size();
    if (const auto* object = item.asObject())
        return object->members.size();
    const auto* json = item.asJson();
    if (json == nullptr || !isContainer(json->value))
        return 0;
    std::size_t count = 0;
    json::forEachChild(json->value, [&](const json::JsonValue&) { ++count; });
    return count;
}

std::optional<Item> plainMember(const Item& item, std::string_view name)
{
    if (const auto* object = item.asObject()) {
        const auto found =
            std::ranges::find(object->members, name, &std::pair<std::string, Item>::first);
        return found == object->members.end() ? std::nullopt : std::optional(found->second);
    }
    const auto* json = item.asJson();
    const auto value = json != nullptr ? json::member(json->value, name) : std::nullopt;
    if (!value)
        return std::nullopt;
    return Item{JsonItem{
        .document = json->document, .value = *value, .role = Role::Plain, .place = json->place}};
}

std::vector<std::string> namesOf(const Item& item)
{
    std::vector<std::string> names;
    if (const auto* object = item.asObject()) {
        for (const auto& [name, value] : object->members)
            names.push_back(name);
    } else if (const auto* json = item.asJson();
               json != nullptr && json->value.kind() == json::JsonKind::Object) {
        json::forEachChild(json->value,
                           [&](const json::JsonValue& value) { names.emplace_back(value.key()); });
    }
    return names;
}

} // namespace faultline::query
