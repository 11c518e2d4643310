// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/precise_remapper.h"

#include "core/symbolicate/jvm/retrace/remapped_row.h"

#include <algorithm>

namespace faultline::jvm {

JvmStack PreciseRemapper::remap(const JvmStack& stack, std::size_t number)
{
    JvmStack result;
    m_stack = number;
    m_retraces.clear();
    for (const auto& mapping : m_mappings)
        m_retraces.emplace_back(*mapping, m_budget);
    m_thrown.reset();
    if (stack.exception) {
        const auto shown =
            originalException(m_mappings, *stack.exception).value_or(*stack.exception);
        m_thrown = proguard::classDescriptor(fullName(shown));
        result.exception = shown;
    }
    for (const auto& frame : stack.frames)
        remapFrame(frame, result);
    return result;
}

void PreciseRemapper::hide(const JvmStackFrame& frame, JvmHiddenFrame::Reason reason)
{
    m_hidden.push_back({m_stack, frame.index, reason});
}

PreciseRetrace::Answer
PreciseRemapper::retrace(const JvmStackFrame& frame,
                         const std::optional<proguard::MethodSignature>& signature)
{
    const auto arguments = signature ? signature->arguments() : std::string();
    PreciseQuery query;
    query.frame.module = frame.detail.module;
    query.frame.function = frame.position.function ? *frame.position.function : std::string_view();
    query.frame.line = frame.position.line;
    if (signature) {
        query.frame.arguments = arguments;
        if (const auto& descriptor = frame.detail.signature)
            query.descriptor = *descriptor;
    }
    PreciseRetrace::Answer best;
    for (auto& mapping : m_retraces) {
        auto answer = mapping.retrace(query, m_thrown);
        if (answer.outcome == RetraceOutcome::Unknown)
            continue;
        if (answer.isMethodKnown)
            return answer;
        if (best.outcome == RetraceOutcome::Unknown)
            best = std::move(answer);
    }
    return best;
}

void PreciseRemapper::remapFrame(const JvmStackFrame& frame, JvmStack& result)
{
    std::optional<proguard::MethodSignature> signature;
    if (frame.detail.signature)
        signature =
            proguard::readMethodDescriptor(*frame.detail.signature, [this](std::string_view name) {
                return std::string(originalClass(m_mappings, name).value_or(name));
            });
    const auto text = signature ? std::optional(signature->text()) : std::nullopt;
    PreciseRetrace::Answer answer;
    if (m_rowCount < kMaxRowsPerEvent)
        answer = retrace(frame, signature);
    if (answer.outcome == RetraceOutcome::Outline)
        return hide(frame, JvmHiddenFrame::Reason::Outline);
    m_thrown.reset();
    if (answer.outcome == RetraceOutcome::Removed)
        return hide(frame, JvmHiddenFrame::Reason::Rewritten);
    if (answer.outcome == RetraceOutcome::Frames)
        return addAlternatives(frame, std::move(answer.alternatives), text, result);
    result.frames.push_back(frame);
    if (text)
        result.frames.back().detail.signature = text;
}

void PreciseRemapper::addAlternatives(const JvmStackFrame& frame,
                                      std::vector<RetracedChain> alternatives,
                                      const std::optional<std::string>& signature,
                                      JvmStack& result)
{
    if (frame.position.line) {
        for (auto& chain : alternatives)
            std::erase_if(chain, [](const RetracedFrame& row) { return row.isSynthesized; });
        std::erase_if(alternatives, [](const RetracedChain& chain) { return chain.empty(); });
    }
    if (alternatives.empty())
        return hide(frame, JvmHiddenFrame::Reason::Synthesized);
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        m_rowCount += alternatives[i].size();
        for (const auto& row : alternatives[i]) {
            auto& added = result.frames.emplace_back(remappedRow(frame, row));
            added.detail.alternative = static_cast<std::uint32_t>(i);
            added.detail.alternativeCount = static_cast<std::uint32_t>(alternatives.size());
            if (signature)
                added.detail.signature = signature;
            markInApp(added, m_releasePackage);
        }
    }
}

} // namespace faultline::jvm
