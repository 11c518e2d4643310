#pragma once

#include "core/formats/debug/proguard/descriptor.h"
#include "core/symbolicate/jvm/retrace/class_names.h"
#include "core/symbolicate/jvm/retrace/precise_retrace.h"

namespace faultline::jvm {

/// Remaps the stacks of one event and keeps alternatives apart: rows of one frame that are
/// different possibilities have different numbers. A mapping that knows the method of a frame beats
/// an earlier one that knows its class only. One thread.
class PreciseRemapper
{
public:
    /// Rows of one event; beyond them frames stay as the event gives them.
    static constexpr std::size_t kMaxRowsPerEvent = 250'000;

    /// `mappings` outlives this object.
    PreciseRemapper(const Mappings& mappings, std::optional<std::string> releasePackage)
        : m_mappings(mappings), m_releasePackage(std::move(releasePackage))
    {
    }

    /// `stack` is callee first, and so is the result. `number` says in the hidden frames which
    /// stack it was.
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

    // Of the stack under way.
    std::size_t m_stack = 0;
    std::vector<PreciseRetrace> m_retraces;
    std::optional<std::string> m_thrown; ///< Only while rules for it may apply.
};

} // namespace faultline::jvm
