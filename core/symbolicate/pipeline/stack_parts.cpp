// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/pipeline/stack_parts.h"

#include <algorithm>

namespace faultline::symbolicate {

void addRows(const ThreadStack& from,
             std::uint32_t index,
             ThreadStack& to,
             std::uint32_t newIndex,
             std::uint32_t firstModule)
{
    for (const auto& row :
         std::ranges::equal_range(from.frames, index, {}, &Frame::originalIndex)) {
        auto& added = to.frames.emplace_back(row);
        added.originalIndex = newIndex;
        if (added.module)
            *added.module += firstModule;
        if (auto* native = added.asNative(); native != nullptr && native->relativeTo)
            *native->relativeTo += firstModule;
    }
}

void showReport(const Report& report, SymbolicationObserver& observer)
{
    for (std::uint32_t i = 0; i < report.modules.size(); ++i)
        observer.onModule(i, report.modules[i]);
    for (const auto& stack : report.stacks)
        observer.onStack(stack);
}

} // namespace faultline::symbolicate
