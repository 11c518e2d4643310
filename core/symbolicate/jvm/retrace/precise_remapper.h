// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/descriptor.h"
#include "core/model/jvm_result.h"
#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/jvm/retrace/precise_retrace.h"

namespace faultline::jvm {

/// Remaps the stacks of one event and keeps alternatives apart: rows that are different
/// possibilities for one frame have different numbers. A mapping that knows a frame's method takes
/// precedence over an earlier one that knows only its class. Use it on one thread.
class PreciseRemapper
{
public:
    /// Limit of rows for one event. Frames beyond it stay as the event has them.
    static constexpr std::size_t kMaxRowsPerEvent = 250'000;

    /// `mappings` must outlive the object.
    PreciseRemapper(const Mappings& mappings, std::optional<std::string> releasePackage)
        : m_mappings(mappings), m_releasePackage(std::move(releasePackage))
    {
    }

    /// `stack` and the result are ordered callee first. Hidden frames record `number`, which
    /// identifies their stack.
    JvmStack remap(const JvmStack& stack, std::size_t number);

    std::vector<JvmHiddenFrame>& hidden() { return m_hidden; }

private:
    void remapFrame(const JvmStackFrame& frame, JvmStack& result);
    PreciseRetrace::Answer retrace(const JvmStackFrame& frame,
                                   const std::optional<proguard::MethodSignature>& signature);
    void addAlternatives(const JvmStackFrame& frame,
                         std::vector<RetracedChain> alternatives,
                         const std::optional<std::string>& signature,
                         JvmStack& result);
    void hide(const JvmStackFrame& frame, JvmHiddenFrame::Reason reason);

    const Mappings& m_mappings;
    std::optional<std::string> m_releasePackage;
    std::vector<JvmHiddenFrame> m_hidden;
    std::size_t m_rowCount = 0;
    WorkBudget m_budget;

    // Number of the current stack.
    std::size_t m_stack = 0;
    std::vector<PreciseRetrace> m_retraces;
    std::optional<std::string> m_thrown; ///< Set only while its rules may apply.
};

} // namespace faultline::jvm
