// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/python_objects.h"

#include "core/json/json_members.h"

#include <string>

namespace py = pybind11;

namespace faultline::python {

namespace {

[[noreturn]] void raiseNamed(std::string_view kind, std::string_view detail)
{
    const auto error =
        py::module_::import("faultline._errors").attr("of_kind")(toPython(kind), toPython(detail));
    PyErr_SetObject(error.get_type().ptr(), error.ptr());
    throw py::error_already_set();
}

py::object integerToPython(const json::JsonValue& value)
{
    const auto bits = value.integerBits();
    return value.kind() == json::JsonKind::Signed
               ? py::object(py::int_(static_cast<std::int64_t>(bits)))
               : py::object(py::int_(bits));
}

} // namespace

void raise(const Error& error)
{
    raiseNamed(errorKindName(error.kind), error.detail);
}

void raiseClosed()
{
    raiseNamed("closed", "the report is closed");
}

py::str toPython(std::string_view text)
{
    auto* decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
    if (decoded == nullptr)
        throw py::error_already_set();
    return py::reinterpret_steal<py::str>(decoded);
}

py::object scalarToPython(const json::JsonValue& value)
{
    switch (value.kind()) {
    case json::JsonKind::Null: return py::none();
    case json::JsonKind::Bool: return py::bool_(value.boolean());
    case json::JsonKind::Signed:
    case json::JsonKind::Unsigned: return integerToPython(value);
    case json::JsonKind::Real: return py::float_(toPython(value.text()));
    case json::JsonKind::String: return toPython(value.text());
    default: return {};
    }
}

py::object toPython(const json::JsonValue& value)
{
    if (value.kind() == json::JsonKind::Array) {
        py::list list;
        json::forEachChild(value,
                           [&](const json::JsonValue& child) { list.append(toPython(child)); });
        return list;
    }
    if (value.kind() == json::JsonKind::Object) {
        py::dict object;
        json::forEachChild(value, [&](const json::JsonValue& child) {
            object[toPython(child.key())] = toPython(child);
        });
        return object;
    }
    return scalarToPython(value);
}

} // namespace faultline::python
