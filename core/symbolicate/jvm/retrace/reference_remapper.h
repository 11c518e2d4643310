// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_result.h"
#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/jvm/retrace/reference_retrace.h"

namespace faultline::jvm {

/// Remaps the stacks of one event like the reference's server. Use it on one thread. Source:
/// docs/spec/jvm.md §5.
class ReferenceRemapper
{
public:
    /// Limit of rows for one event. Frames beyond it stay as the event has them.
    static constexpr std::size_t kMaxRowsPerEvent = 250'000;

    /// `mappings` must outlive the object.
    ReferenceRemapper(const Mappings& mappings, std::optional<std::string> releasePackage)
        : m_mappings(mappings), m_releasePackage(std::move(releasePackage))
    {
    }

    /// `stack` and the result are ordered callee first. Hidden frames record `number`, which
    /// identifies their stack.
    JvmStack remap(const JvmStack& stack, std::size_t number);

    std::vector<JvmHiddenFrame>& hidden() { return m_hidden; }

private:
    void remapFrame(const JvmStackFrame& frame, JvmStack& result);
    RetraceOutcome retrace(const JvmStackFrame& frame,
                           const std::optional<std::string>& arguments,
                           std::vector<RetracedFrame>& rows);
    void addRows(const JvmStackFrame& frame,
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
    std::vector<ReferenceRetrace> m_retraces;
    std::optional<std::string> m_thrown; ///< Set only while its rules may apply.
    std::vector<RetracedFrame> m_rows;
};

} // namespace faultline::jvm
