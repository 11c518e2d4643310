#pragma once

#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/jvm/retrace/reference_retrace.h"

namespace faultline::jvm {

/// Remaps the stacks of one event as the reference's server does. One thread. Source:
/// docs/spec/jvm.md §5.
class ReferenceRemapper
{
public:
    /// Rows of one event; beyond them frames stay as the event gives them.
    static constexpr std::size_t kMaxRowsPerEvent = 250'000;

    /// `mappings` outlives this object.
    ReferenceRemapper(const Mappings& mappings, std::optional<std::string> releasePackage)
        : m_mappings(mappings), m_releasePackage(std::move(releasePackage))
    {
    }

    /// `stack` is callee first, and so is the result. `number` says in the hidden frames which
    /// stack it was.
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

    // Of the stack under way.
    std::size_t m_stack = 0;
    std::vector<ReferenceRetrace> m_retraces;
    std::optional<std::string> m_thrown; ///< Only while rules for it may apply.
    std::vector<RetracedFrame> m_rows;
};

} // namespace faultline::jvm
