// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/python_objects.h"
#include "core/json/json_document.h"
#include "core/model/variable.h"
#include "core/query/item.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace faultline::python {

/// A list or an object of a query (core/query/item.h): a handle, whose parts are made when they are
/// asked for. An item of a library has no crash.
class Node
{
public:
    Node(HeldCrash crash, query::Item item) : m_crash(std::move(crash)), m_item(std::move(item)) {}

    /// "report", "threads", "thread", "frames", "frame", "modules", "module", otherwise "plain".
    pybind11::str role() const;
    /// Index of the thread, and index in its list, of a frame; of a module its index.
    std::pair<std::uint32_t, std::uint32_t> place() const;

    bool isList() const { return query::isList(m_item); }

    std::size_t size() const { return query::sizeOf(m_item); }

    /// Returns a member that is known without asking the engine, or None.
    pybind11::object get(const std::string& name) const;
    /// Returns a member for which the engine may have to be asked.
    pybind11::object ask(const std::string& name) const;
    /// Returns the element of a list with this index, which counts from 0. Raises IndexError.
    pybind11::object at(std::size_t index);
    /// Names of an object's members.
    pybind11::list keys() const;
    /// All of it as dict, list, str, int, float, bool and None. Values of the process are left out.
    pybind11::object whole() const;

private:
    friend class NodeIterator;

    HeldCrash m_crash;
    query::Item m_item;
    std::vector<json::JsonValue> m_elements; // Filled at the first at().
};

/// Goes over a list without making it.
class NodeIterator
{
public:
    explicit NodeIterator(const Node& list);

    pybind11::object next();

private:
    HeldCrash m_crash;
    query::Item m_list;
    std::optional<json::JsonValue> m_next; // Absent at the end, and for lists of items.
    std::uint32_t m_index = 0;
};

/// A value of the process, or all variables of a frame: where it is, not what it is.
class Value
{
public:
    Value(HeldCrash crash, query::ValueItem item, std::vector<std::uint64_t> path = {})
        : m_crash(std::move(crash)), m_item(std::move(item)), m_path(std::move(path))
    {
    }

    /// The value, or the variables of the frame, with `depth` levels of parts after them.
    std::vector<Variable> read(std::uint32_t depth, std::uint32_t items) const;
    /// Its parts from number `first` on.
    std::vector<Variable> parts(std::uint64_t first, std::uint64_t most) const;
    /// The objects that members join to a list or tree.
    std::vector<Variable>
    follow(const std::string& members, std::uint64_t first, std::uint64_t most) const;

    /// The part with a number.
    Value part(std::uint64_t number) const;
    Value member(const std::string& name) const;
    Value element(std::int64_t index) const;
    Value key(const std::string& text) const;

    /// None for a part that was reached by its number.
    std::optional<std::string> expression() const;

private:
    std::vector<Variable> ask(query::ValueQuestion question) const;
    query::ValueQuestion question() const;

    HeldCrash m_crash;
    query::ValueItem m_item;
    std::vector<std::uint64_t> m_path;
};

/// A scalar, a Node or a Value.
pybind11::object wrapped(const HeldCrash& crash, query::Item item);

void bindItems(pybind11::module_& module);

} // namespace faultline::python
