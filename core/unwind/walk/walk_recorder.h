// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/walk_trace.h"
#include "core/unwind/walk/walk_environment.h"

#include <utility>
#include <vector>

namespace faultline::unwind {

/// Keeps what was tried for the next frame. Off unless somebody asked, and then it costs nothing.
class WalkRecorder
{
public:
    void start() { m_isOn = true; }

    /// Forgets what was tried: the steps begin anew.
    void forget() { m_attempts.clear(); }

    /// `outcome` is what the step has found.
    void add(WalkStep step,
             WalkEnvironment& environment,
             const Callee& callee,
             const StepResult& outcome);
    /// The caller that the last step found cannot be one. Nothing if it found none.
    void refuseLast(std::string_view reason);

    std::vector<WalkAttempt> take() { return std::exchange(m_attempts, {}); }

private:
    bool m_isOn = false;
    std::vector<WalkAttempt> m_attempts;
};

} // namespace faultline::unwind
