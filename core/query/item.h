// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/query/crash.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::query {

/// What a JSON value of the report stands for, so that it has more members than its JSON.
enum class Role : std::uint8_t {
    Plain,
    Report,
    Threads,
    Thread, ///< JsonItem::place.thread
    Frames, ///< Of JsonItem::place.thread
    Frame,  ///< JsonItem::place
    Modules,
    Module,  ///< JsonItem::place.row is its index in the list.
    Objects, ///< Of the process, as each() finds them.
    Object
};

/// A value of a document, which it keeps alive.
struct JsonItem
{
    std::shared_ptr<const json::JsonDocument> document;
    json::JsonValue value;
    Role role = Role::Plain;
    RowPlace place = {};
};

/// A value in the crashed process. It is read when the answer is written.
struct ValueItem
{
    RowPlace place = {};
    engine::VariablesQuestion::Scope scope = engine::VariablesQuestion::Scope::Frame;
    std::string expression = {}; ///< Empty: all variables of the frame.
    std::string label = {};      ///< What it is called in a line; empty: the expression.
};

struct Item;

struct ListItem
{
    std::vector<Item> items;
};

struct ObjectItem
{
    std::vector<std::pair<std::string, Item>> members;
};

/// A value during the evaluation of a query.
struct Item
{
    std::variant<JsonItem, ValueItem, ListItem, ObjectItem> value;

    const JsonItem* asJson() const { return std::get_if<JsonItem>(&value); }

    const ValueItem* asValue() const { return std::get_if<ValueItem>(&value); }

    const ListItem* asList() const { return std::get_if<ListItem>(&value); }

    const ObjectItem* asObject() const { return std::get_if<ObjectItem>(&value); }
};

/// Makes an item of JSON text that we wrote. Errors: TooLarge.
Result<Item> parsedItem(std::string_view json);
Item numberItem(std::uint64_t number);
Item textItem(std::string_view text);
Item nullItem();

/// Does the item have elements: a list of JSON or of items?
bool isList(const Item& item);
/// One element of a list of JSON, with its role; `index` is its number.
Item elementItem(const JsonItem& list, const json::JsonValue& element, std::uint32_t index);
/// The elements of a list, with their roles.
std::vector<Item> elementsOf(const Item& item);
/// The number of elements of a list, or of members of an object; 0 for others.
std::size_t sizeOf(const Item& item);
/// A member of a JSON object or of an object item, without what the evaluation adds.
std::optional<Item> plainMember(const Item& item, std::string_view name);
/// The names of an object's members.
std::vector<std::string> namesOf(const Item& item);

} // namespace faultline::query
