// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/inline_chain.h"
#include "core/symbolicate/jvm/retrace/proguard_names.h"
#include "core/symbolicate/jvm/retrace/retraced_frame.h"
#include "core/symbolicate/jvm/retrace/source_lines.h"
#include "core/symbolicate/jvm/retrace/work_budget.h"

#include <optional>
#include <vector>

namespace faultline::jvm {

/// One possible origin of a frame: a chain of inlined calls, innermost first.
using RetracedChain = std::vector<RetracedFrame>;

/// A RetraceQuery with the descriptor of the method.
struct PreciseQuery
{
    RetraceQuery frame; ///< Its arguments reduce the alternatives even if it has a line.
    /// Descriptor of the method in the obfuscated program; empty when the frame has none.
    std::string_view descriptor;
};

/// Retraces the frames of one stack and keeps alternatives apart. Of several ranges of one method
/// it takes the narrowest; a range for the whole method has the lowest priority. Frames come callee
/// first. Use it on one thread. Rules: docs/spec/jvm.md §6.11.
class PreciseRetrace
{
public:
    /// With more alternatives, none is returned and the frame keeps its obfuscated method.
    static constexpr std::size_t kMaxAlternatives = 64;

    /// `mapping` and `budget` must outlive the object.
    PreciseRetrace(const proguard::MappingCache& mapping, WorkBudget& budget)
        : m_mapping(mapping), m_budget(budget), m_sourceLines(mapping),
          m_isByProGuard(isByProGuard(mapping))
    {
    }

    struct Answer
    {
        RetraceOutcome outcome = RetraceOutcome::Unknown;
        bool isMethodKnown = false; ///< False when only the class is known.
        std::vector<RetracedChain> alternatives;
    };

    /// `thrown` has the same meaning as in ReferenceRetrace.
    Answer retrace(const PreciseQuery& query, std::optional<std::string_view> thrown);

private:
    std::optional<std::uint32_t> lineInCaller(const proguard::MappedMethod& method,
                                              std::optional<std::uint32_t> line,
                                              std::uint32_t outlineLine) const;
    Answer retraceMethod(const proguard::MappedClass& owner,
                         const proguard::MappedMethod& method,
                         const PreciseQuery& query,
                         std::optional<std::string_view> thrown);
    std::vector<InlineChain> chainsFor(const proguard::MappedMethod& method,
                                       const PreciseQuery& query);
    std::vector<InlineChain> methodsByName(const proguard::MappedMethod& method);
    std::vector<InlineChain> chainsCovering(proguard::RecordSpan entries, std::uint32_t line) const;
    void narrow(std::vector<InlineChain>& chains, const PreciseQuery& query) const;
    void keepNarrowest(std::vector<InlineChain>& chains) const;
    RetracedChain rowsOf(const InlineChain& chain, std::optional<std::uint32_t> line) const;

    const proguard::MappingCache& m_mapping;
    WorkBudget& m_budget;
    SourceLines m_sourceLines;
    bool m_isByProGuard;
    std::optional<std::uint32_t> m_outlineLine;
    std::optional<std::string_view> m_ownerFile; ///< Of the class that is being looked at.
};

} // namespace faultline::jvm
