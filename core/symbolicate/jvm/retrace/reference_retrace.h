// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/retraced_frame.h"
#include "core/symbolicate/jvm/retrace/work_budget.h"

#include <optional>
#include <vector>

namespace faultline::jvm {

/// Retraces the frames of one stack like the reference: all matches form one list, and alternatives
/// follow each other. Frames come callee first, because the line of an outline belongs to its
/// caller. Use it on one thread. Source: docs/spec/jvm.md §6 (getsentry/rust-proguard
/// src/cache/mod.rs, with the rule of its version 5.10.4 for frames without a line).
class ReferenceRetrace
{
public:
    /// Limit of rows for one frame, independent of the mapping.
    static constexpr std::size_t kMaxRows = 1u << 17;

    /// `mapping` and `budget` must outlive the object.
    ReferenceRetrace(const proguard::MappingCache& mapping, WorkBudget& budget)
        : m_mapping(mapping), m_budget(budget)
    {
    }

    /// Fills `rows`, innermost first. `thrown` is the descriptor of the exception that the frame
    /// threw; absent for all but the first frame of a stack.
    RetraceOutcome retrace(const RetraceQuery& query,
                           std::optional<std::string_view> thrown,
                           std::vector<RetracedFrame>& rows);

private:
    bool isOutline(const proguard::MappedMethod& method) const;
    RetraceOutcome retraceMethod(const proguard::MappedClass& owner,
                                 const proguard::MappedMethod& method,
                                 RetraceQuery query,
                                 std::optional<std::string_view> thrown,
                                 std::vector<RetracedFrame>& rows);

    const proguard::MappingCache& m_mapping;
    WorkBudget& m_budget;
    std::optional<std::uint32_t> m_outlineLine;
};

} // namespace faultline::jvm
