// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/items.h"

#include "core/query/evaluator.h"

#include <pybind11/stl.h>
#include <utility>

namespace py = pybind11;

namespace faultline::python {

namespace {

std::string_view roleName(query::Role role)
{
    switch (role) {
    case query::Role::Plain:
    case query::Role::Objects:
    case query::Role::Object: break;
    case query::Role::Report: return "report";
    case query::Role::Threads: return "threads";
    case query::Role::Thread: return "thread";
    case query::Role::Frames: return "frames";
    case query::Role::Frame: return "frame";
    case query::Role::Modules: return "modules";
    case query::Role::Module: return "module";
    }
    return "plain";
}

Result<std::optional<query::Item>> memberOf(const query::Crash* crash,
                                            const query::Item& item,
                                            const std::string& name,
                                            const std::stop_token& stop)
{
    const query::Page page;
    const query::Surroundings surroundings;
    query::Evaluation evaluation(crash, page, surroundings, stop);
    return query::memberOf(evaluation, item, name);
}

py::object wholeOf(const query::Item& item)
{
    if (const auto* json = item.asJson())
        return toPython(json->value);
    if (const auto* list = item.asList()) {
        py::list all;
        for (const auto& element : list->items)
            all.append(wholeOf(element));
        return all;
    }
    py::dict all;
    if (const auto* object = item.asObject())
        for (const auto& [name, member] : object->members)
            all[toPython(name)] = wholeOf(member);
    return item.asObject() != nullptr ? py::object(std::move(all)) : py::none();
}

} // namespace

py::object wrapped(const HeldCrash& crash, query::Item item)
{
    if (const auto* value = item.asValue())
        return py::cast(Value(crash, *value));
    if (const auto* json = item.asJson())
        if (auto scalar = scalarToPython(json->value))
            return scalar;
    return py::cast(Node(crash, std::move(item)));
}

// --- Node

py::str Node::role() const
{
    const auto* json = m_item.asJson();
    return toPython(roleName(json != nullptr ? json->role : query::Role::Plain));
}

std::pair<std::uint32_t, std::uint32_t> Node::place() const
{
    const auto* json = m_item.asJson();
    return json != nullptr ? std::pair(json->place.thread, json->place.row) : std::pair(0U, 0U);
}

py::object Node::get(const std::string& name) const
{
    if (!m_crash) {
        auto found = query::plainMember(m_item, name);
        return found ? wrapped(m_crash, *std::move(found)) : py::none();
    }
    const Asked asked(m_crash);
    auto found = valueOrRaise(memberOf(asked.pointer().get(), m_item, name, asked.stop()));
    return found ? wrapped(m_crash, *std::move(found)) : py::none();
}

py::object Node::ask(const std::string& name) const
{
    const Asked asked(m_crash);
    auto found = valueOrRaise(
        withoutGil([&] { return memberOf(asked.pointer().get(), m_item, name, asked.stop()); }));
    return found ? wrapped(m_crash, *std::move(found)) : py::none();
}

py::object Node::at(std::size_t index)
{
    if (const auto* list = m_item.asList()) {
        if (index < list->items.size())
            return wrapped(m_crash, list->items[index]);
        throw py::index_error();
    }
    const auto* json = m_item.asJson();
    if (m_elements.empty() && json != nullptr && isList())
        for (auto each = json->value.firstChild(); each; each = each->nextSibling(json->value))
            m_elements.push_back(*each);
    if (index >= m_elements.size())
        throw py::index_error();
    return wrapped(m_crash,
                   query::elementItem(*json, m_elements[index], static_cast<std::uint32_t>(index)));
}

py::list Node::keys() const
{
    py::list names;
    for (const auto& name : query::namesOf(m_item))
        names.append(toPython(name));
    return names;
}

py::object Node::whole() const
{
    return wholeOf(m_item);
}

// --- NodeIterator

NodeIterator::NodeIterator(const Node& list) : m_crash(list.m_crash), m_list(list.m_item)
{
    if (const auto* json = m_list.asJson(); json != nullptr && query::isList(m_list))
        m_next = json->value.firstChild();
}

py::object NodeIterator::next()
{
    if (const auto* list = m_list.asList()) {
        if (m_index < list->items.size())
            return wrapped(m_crash, list->items[m_index++]);
        throw py::stop_iteration();
    }
    if (!m_next)
        throw py::stop_iteration();
    const auto& json = *m_list.asJson();
    auto element = query::elementItem(json, *m_next, m_index++);
    m_next = m_next->nextSibling(json.value);
    return wrapped(m_crash, std::move(element));
}

// --- Value

query::ValueQuestion Value::question() const
{
    return {.place = m_item.place, .scope = m_item.scope, .expression = m_item.expression};
}

std::vector<Variable> Value::ask(query::ValueQuestion question) const
{
    const Asked asked(m_crash);
    return valueOrRaise(withoutGil([&] { return asked->values(question, asked.stop()); }));
}

std::vector<Variable> Value::read(std::uint32_t depth, std::uint32_t items) const
{
    auto asked = question();
    asked.depth = depth;
    asked.items = items;
    if (!m_path.empty()) {
        asked.isParts = true;
        asked.path.assign(m_path.begin(), m_path.end() - 1);
        asked.first = m_path.back();
        asked.most = 1;
    }
    return ask(std::move(asked));
}

std::vector<Variable> Value::parts(std::uint64_t first, std::uint64_t most) const
{
    auto asked = question();
    asked.isParts = true;
    asked.path = m_path;
    asked.first = first;
    asked.most = most;
    return ask(std::move(asked));
}

std::vector<Variable>
Value::follow(const std::string& members, std::uint64_t first, std::uint64_t most) const
{
    auto asked = question();
    asked.follow = members;
    asked.first = first;
    asked.most = most;
    return ask(std::move(asked));
}

Value Value::part(std::uint64_t number) const
{
    auto path = m_path;
    path.push_back(number);
    return {m_crash, m_item, std::move(path)};
}

Value Value::member(const std::string& name) const
{
    const Asked asked(m_crash);
    auto found = valueOrRaise(memberOf(asked.pointer().get(), {m_item}, name, asked.stop()));
    return {m_crash, *found->asValue()};
}

Value Value::element(std::int64_t index) const
{
    const auto found = valueOrRaise(query::elementOf({m_item}, index));
    return {m_crash, *found.asValue()};
}

Value Value::key(const std::string& text) const
{
    const auto found = valueOrRaise(query::keyedPart(m_item, text));
    return {m_crash, *found.asValue()};
}

std::optional<std::string> Value::expression() const
{
    return m_path.empty() ? std::optional(m_item.expression) : std::nullopt;
}

// --- bindings

namespace {

template <class Owner>
void text(py::class_<Owner>& bound, const char* name, std::string Owner::* member)
{
    bound.def_property_readonly(name,
                                [member](const Owner& owner) { return toPython(owner.*member); });
}

void bindVariable(py::module_& module)
{
    py::class_<Variable> bound(module, "Variable");
    text(bound, "name", &Variable::name);
    text(bound, "type", &Variable::type);
    text(bound, "number", &Variable::number);
    text(bound, "pointer_symbol", &Variable::pointerSymbol);
    text(bound, "text", &Variable::text);
    bound.def_readonly("parent", &Variable::parent)
        .def_readonly("pointer", &Variable::pointer)
        .def_readonly("address", &Variable::address)
        .def_readonly("size_bytes", &Variable::sizeBytes)
        .def_readonly("bit_offset", &Variable::bitOffset)
        .def_readonly("bit_count", &Variable::bitCount)
        .def_readonly("part_count", &Variable::partCount)
        .def_readonly("declared_at_line", &Variable::declaredAtLine)
        .def_property_readonly(
            "role", [](const Variable& variable) { return variableRoleName(variable.role); })
        .def_property_readonly(
            "state", [](const Variable& variable) { return valueStateName(variable.state); })
        .def_property_readonly(
            "kind", [](const Variable& variable) { return valueKindName(variable.kind); });
}

void bindValue(py::module_& module)
{
    py::class_<Value>(module, "Value")
        .def("read", &Value::read, py::arg("depth") = 0, py::arg("items") = 64)
        .def("parts", &Value::parts, py::arg("first"), py::arg("most"))
        .def("follow", &Value::follow, py::arg("members"), py::arg("first"), py::arg("most"))
        .def("part", &Value::part, py::arg("number"))
        .def("member", &Value::member, py::arg("name"))
        .def("element", &Value::element, py::arg("index"))
        .def("key", &Value::key, py::arg("text"))
        .def_property_readonly("expression", &Value::expression);
}

void bindNode(py::module_& module)
{
    py::class_<NodeIterator>(module, "NodeIterator")
        .def("__iter__", [](py::object self) { return self; })
        .def("__next__", &NodeIterator::next);
    py::class_<Node>(module, "Node")
        .def_property_readonly("role", &Node::role)
        .def_property_readonly("place", &Node::place)
        .def_property_readonly("is_list", &Node::isList)
        .def("get", &Node::get, py::arg("name"))
        .def("ask", &Node::ask, py::arg("name"))
        .def("at", &Node::at, py::arg("index"))
        .def("keys", &Node::keys)
        .def("whole", &Node::whole)
        .def("__len__", &Node::size)
        .def("__iter__", [](const Node& node) { return NodeIterator(node); });
}

} // namespace

void bindItems(py::module_& module)
{
    bindVariable(module);
    bindValue(module);
    bindNode(module);
}

} // namespace faultline::python
