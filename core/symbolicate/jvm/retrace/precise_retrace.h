#pragma once

#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/symbolicate/jvm/retrace/inline_chain.h"
#include "core/symbolicate/jvm/retrace/retraced_frame.h"

#include <optional>
#include <vector>

namespace faultline::jvm {

/// One way in which a frame may have come about: a chain of inlined calls, innermost first.
using RetracedChain = std::vector<RetracedFrame>;

/// What is asked of a PreciseRetrace beyond a RetraceQuery.
struct PreciseQuery
{
    RetraceQuery frame; ///< Its arguments narrow alternatives down, also beside a line.
    /// Descriptor of the method in the obfuscated program, where the frame has it.
    std::string_view descriptor;
};

/// Retraces the frames of one stack and keeps alternatives apart. Of several ranges of one method
/// the narrowest is taken; a range that stands for the whole method yields to every other. Frames
/// come callee first. One thread.
class PreciseRetrace
{
public:
    /// More alternatives than this are not told; the frame then keeps its obfuscated method.
    static constexpr std::size_t kMaxAlternatives = 64;

    /// `mapping` outlives this object.
    explicit PreciseRetrace(const proguard::MappingCache& mapping) : m_mapping(mapping) {}

    struct Answer
    {
        RetraceOutcome outcome = RetraceOutcome::Unknown;
        bool isMethodKnown = false; ///< Not only the class.
        std::vector<RetracedChain> alternatives;
    };

    /// `thrown` as for ReferenceRetrace.
    Answer retrace(const PreciseQuery& query, std::optional<std::string_view> thrown);

private:
    std::optional<std::uint32_t> lineInCaller(const proguard::MappedMethod& method,
                                              std::optional<std::uint32_t> line) const;
    Answer retraceMethod(const proguard::MappedMethod& method,
                         const PreciseQuery& query,
                         std::optional<std::string_view> thrown) const;
    std::vector<InlineChain> chainsFor(const proguard::MappedMethod& method,
                                       const PreciseQuery& query) const;
    std::vector<InlineChain> methodsByName(const proguard::MappedMethod& method) const;
    void narrow(std::vector<InlineChain>& chains, const PreciseQuery& query) const;
    RetracedChain rowsOf(const InlineChain& chain, std::optional<std::uint32_t> line) const;

    const proguard::MappingCache& m_mapping;
    std::optional<std::uint32_t> m_outlineLine;
};

} // namespace faultline::jvm
