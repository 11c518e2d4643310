// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/handle_table.h"

namespace faultline::waits {

HandleTable::HandleTable(const Event& event)
{
    const auto* native = event.asNative();
    if (native == nullptr)
        return;
    for (const auto& handle : native->handles) {
        const auto [at, isNew] = m_byValue.emplace(handle.value, &handle);
        if (!isNew)
            at->second = nullptr;
    }
}

const Handle* HandleTable::find(std::uint64_t value) const
{
    const auto found = m_byValue.find(value);
    return found == m_byValue.end() ? nullptr : found->second;
}

} // namespace faultline::waits
