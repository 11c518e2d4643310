// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/jvm/retrace/reference_remapper.h"

#include "core/formats/debug/proguard/descriptor.h"
#include "core/symbolicate/jvm/retrace/remapped_row.h"

#include <algorithm>

namespace faultline::jvm {

namespace {

using proguard::MethodSignature;

/// Like the reference, uses the first mapping, which accepts every well-formed descriptor.
std::optional<proguard::MethodSignature> readSignature(const Mappings& mappings,
                                                       const JvmStackFrame& frame)
{
    if (!frame.detail.signature || mappings.empty())
        return std::nullopt;
    return proguard::readMethodDescriptor(*frame.detail.signature, [&](std::string_view name) {
        const auto known = mappings.front()->findClass(name);
        return std::string(known ? known->original : name);
    });
}

} // namespace

JvmStack ReferenceRemapper::remap(const JvmStack& stack, std::size_t number)
{
    JvmStack result;
    m_stack = number;
    m_retraces.clear();
    for (const auto& mapping : m_mappings)
        m_retraces.emplace_back(*mapping, m_budget);
    m_thrown.reset();
    if (stack.exception) {
        result.exception = originalException(m_mappings, *stack.exception);
        if (!result.exception)
            result.exception = stack.exception;
        m_thrown = proguard::classDescriptor(fullName(*result.exception));
    }
    for (const auto& frame : stack.frames)
        remapFrame(frame, result);
    return result;
}

void ReferenceRemapper::hide(const JvmStackFrame& frame, JvmHiddenFrame::Reason reason)
{
    m_hidden.push_back({m_stack, frame.index, reason});
}

RetraceOutcome ReferenceRemapper::retrace(const JvmStackFrame& frame,
                                          const std::optional<std::string>& arguments,
                                          std::vector<RetracedFrame>& rows)
{
    const RetraceQuery query{.module = frame.detail.module,
                             .function = frame.position.function ? *frame.position.function
                                                                 : std::string_view(),
                             .line = frame.position.line,
                             .arguments = arguments};
    auto outcome = RetraceOutcome::Unknown;
    for (auto& mapping : m_retraces) {
        const auto answer = mapping.retrace(query, m_thrown, rows);
        if (answer == RetraceOutcome::Frames || answer == RetraceOutcome::Removed)
            return answer;
        if (answer == RetraceOutcome::Outline)
            return answer;
        outcome = answer;
    }
    return outcome;
}

void ReferenceRemapper::remapFrame(const JvmStackFrame& frame, JvmStack& result)
{
    const auto signature = readSignature(m_mappings, frame);
    const auto text = signature ? std::optional(signature->text()) : std::nullopt;
    // A line is more precise than parameters.
    const auto arguments =
        signature && !frame.position.line ? std::optional(signature->arguments()) : std::nullopt;
    auto outcome = RetraceOutcome::Unknown;
    if (m_rowCount < kMaxRowsPerEvent)
        outcome = retrace(frame, arguments, m_rows);
    if (outcome == RetraceOutcome::Outline)
        return hide(frame, JvmHiddenFrame::Reason::Outline);
    m_thrown.reset();
    if (outcome == RetraceOutcome::Removed)
        return hide(frame, JvmHiddenFrame::Reason::Rewritten);
    if (outcome == RetraceOutcome::Frames)
        return addRows(frame, text, result);
    result.frames.push_back(frame);
    if (text)
        result.frames.back().detail.signature = text;
}

void ReferenceRemapper::addRows(const JvmStackFrame& frame,
                                const std::optional<std::string>& signature,
                                JvmStack& result)
{
    // Without a line it is uncertain whether the frame is the method that the compiler made or the
    // one that this calls.
    if (frame.position.line)
        std::erase_if(m_rows, [](const RetracedFrame& row) { return row.isSynthesized; });
    if (m_rows.empty())
        return hide(frame, JvmHiddenFrame::Reason::Synthesized);
    m_rowCount += m_rows.size();
    for (const auto& row : m_rows) {
        auto& added = result.frames.emplace_back(remappedRow(frame, row));
        if (signature)
            added.detail.signature = signature;
        markInApp(added, m_releasePackage);
    }
}

} // namespace faultline::jvm
