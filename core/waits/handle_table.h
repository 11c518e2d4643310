// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <cstdint>
#include <unordered_map>

namespace faultline::waits {

/// The handles of a Windows process by their value. Built once for an event.
class HandleTable
{
public:
    explicit HandleTable(const Event& event);

    /// Null when no handle has the value, or more than one has.
    const Handle* find(std::uint64_t value) const;

private:
    std::unordered_map<std::uint64_t, const Handle*> m_byValue;
};

} // namespace faultline::waits
