// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <tuple>
#include <utility>

namespace faultline::ui {

/// Frees large values on a thread of the pool, because that would halt the window. An object that
/// also holds the values must release them before this object ends.
class Remains
{
public:
    Remains() = default;
    ~Remains();
    Remains(const Remains&) = delete;
    Remains& operator=(const Remains&) = delete;

    /// May be called once.
    template <class... Values>
    void keep(Values... values)
    {
        m_values = std::make_shared<std::tuple<Values...>>(std::move(values)...);
    }

private:
    std::shared_ptr<void> m_values;
};

/// Keeps everything that is allocated in one heap. glibc gives every thread a heap of its own, in
/// which the few values that outlive a report hold its pages. Call it before the first thread
/// starts.
void keepOneHeap();

/// Gives memory that was freed back to the system, on a thread of the pool. Allocators keep most of
/// what one thread allocates and another one frees.
void returnFreeMemory();

} // namespace faultline::ui
