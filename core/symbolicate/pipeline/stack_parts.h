// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/thread_stack.h"
#include "core/symbolicate/run/symbolication.h"

#include <cstdint>
#include <string_view>

namespace faultline::symbolicate {

/// Adds the rows of a physical frame of one stack to another, as the frame with another number.
/// `firstModule` is added to the indexes of its modules.
void addRows(const ThreadStack& from,
             std::uint32_t index,
             ThreadStack& to,
             std::uint32_t newIndex,
             std::uint32_t firstModule);

/// Passes the steps of a part's symbolication on, and nothing else: its report is not the event's.
class PartObserver : public SymbolicationObserver
{
public:
    explicit PartObserver(SymbolicationObserver& whole) : m_whole(whole) {}

    void onStep(std::string_view step, std::uint32_t done, std::uint32_t total) override
    {
        m_whole.onStep(step, done, total);
    }

private:
    SymbolicationObserver& m_whole;
};

/// Shows the parts of a report that is made of those of its parts.
void showReport(const Report& report, SymbolicationObserver& observer);

} // namespace faultline::symbolicate
