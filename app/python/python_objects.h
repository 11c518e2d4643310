// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/session.h"
#include "core/base/error.h"
#include "core/base/result.h"
#include "core/json/json_document.h"

#include <memory>
#include <pybind11/pybind11.h>
#include <stop_token>
#include <string_view>
#include <utility>

namespace faultline::python {

// Values and errors of ours as those of Python. Only here and in what binds classes is thrown:
// pybind11 makes Python's exceptions of its own.

/// Raises the class of faultline._errors for the kind. Needs the GIL.
[[noreturn]] void raise(const Error& error);
/// Raises faultline.Closed. Needs the GIL.
[[noreturn]] void raiseClosed();

template <class T>
T valueOrRaise(Result<T> result)
{
    if (!result)
        raise(result.error());
    return *std::move(result);
}

/// Does work of the engine, during which other threads of Python run.
template <class Work>
auto withoutGil(Work&& work)
{
    const pybind11::gil_scoped_release released;
    return std::forward<Work>(work)();
}

/// Converts a text. Bytes that are not UTF-8 become U+FFFD.
pybind11::str toPython(std::string_view text);
/// Converts a scalar of JSON. Returns a null object for lists and objects.
pybind11::object scalarToPython(const json::JsonValue& value);
/// Converts a value with all that is in it. The document limits how deep that can be.
pybind11::object toPython(const json::JsonValue& value);

/// What an object of Python holds of an object of ours. The last one ends threads and waits for
/// them, so it lets go of the GIL.
template <class T>
class Held
{
public:
    Held() = default;

    explicit Held(std::shared_ptr<T> object) : m_object(std::move(object)) {}

    Held(const Held&) = default;
    Held(Held&&) noexcept = default;
    Held& operator=(const Held&) = default;
    Held& operator=(Held&&) noexcept = default;

    ~Held()
    {
        if (m_object.use_count() != 1)
            return;
        auto* const state = PyEval_SaveThread(); // pybind11's class for it may throw.
        m_object.reset();
        PyEval_RestoreThread(state);
    }

    explicit operator bool() const { return m_object != nullptr; }

    T* operator->() const { return m_object.get(); }

private:
    std::shared_ptr<T> m_object;
};

using HeldCrash = Held<OpenCrash>;

/// A crash for the time of one question. Raises Closed. Needs the GIL.
class Asked
{
public:
    explicit Asked(const HeldCrash& held) : m_crash(held->crash()), m_stop(held->stopToken())
    {
        if (!m_crash)
            raiseClosed();
    }

    const query::Crash& operator*() const { return *m_crash; }

    const query::Crash* operator->() const { return m_crash.get(); }

    const CrashPtr& pointer() const { return m_crash; }

    const std::stop_token& stop() const { return m_stop; }

private:
    CrashPtr m_crash;
    std::stop_token m_stop;
};

} // namespace faultline::python
