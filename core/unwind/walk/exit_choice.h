// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace faultline::unwind {

/// The possible exit with the fewest calls before it; null if others with as few contradict it, or
/// none is possible. `exits` are sorted by `passedCalls`.
template <class Exit, class IsPossible>
const Exit* chooseExit(const std::vector<Exit>& exits, IsPossible isPossible)
{
    const Exit* chosen = nullptr;
    for (const auto& exit : exits) {
        if (chosen != nullptr && exit.passedCalls > chosen->passedCalls)
            break;
        if (!isPossible(exit))
            continue;
        if (chosen != nullptr)
            return nullptr;
        chosen = &exit;
    }
    return chosen;
}

} // namespace faultline::unwind
