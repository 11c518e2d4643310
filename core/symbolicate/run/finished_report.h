// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/run/symbolication.h"

#include <memory>
#include <vector>

namespace faultline::symbolicate {

// The steps that the pipelines of events with given stacks share.

/// Shows the stacks of the input before any look-up, if the observer wants them. `makeStacks`
/// returns them.
template <class MakeStacks>
void showRawStacks(SymbolicationObserver& observer, MakeStacks makeStacks)
{
    if (observer.wantsRawStacks()) {
        std::vector<std::shared_ptr<const ThreadStack>> stacks = makeStacks();
        for (auto& stack : stacks)
            observer.onStack(std::move(stack));
    }
    observer.onStep("fetching symbols", 0, 0);
}

/// The displayed name of the requesting thread's first frame.
std::optional<std::string> firstFunction(const Report& report);

/// Completes a report whose parts are made: shows them to the observer, and says that no module has
/// a file to ask later. `report` is not null.
SymbolicationResult
finish(const RunContext& context, std::shared_ptr<Report> report, SymbolicationObserver& observer);

} // namespace faultline::symbolicate
