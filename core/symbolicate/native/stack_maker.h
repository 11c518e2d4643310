// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/model/event.h"
#include "core/model/report.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace faultline::symbolicate {

class FrameResolver;
struct WalkedThread;

/// Makes the shown stack of a thread, of the frames that were walked or that the event brings.
/// `event` and `limits` must outlive it. Thread-safe.
class StackMaker
{
public:
    StackMaker(const Event& event, const ParseLimits& limits);

    /// `thread` is an index into the event's threads. `walked` counts only for a thread that brings
    /// no frames. `complete` is false while names may still arrive.
    std::shared_ptr<ThreadStack> make(std::uint32_t thread,
                                      const WalkedThread& walked,
                                      const FrameResolver& resolver,
                                      bool complete) const;

private:
    std::vector<std::size_t> allowGivenFrames() const;
    void noteCut(ThreadStack& stack, bool isCut) const;

    const Event& m_event;
    const ParseLimits& m_limits;
    const std::vector<std::size_t> m_allowed; // Indexed by thread.
};

} // namespace faultline::symbolicate
