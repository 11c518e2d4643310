// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/original_names.h"
#include "core/symbolicate/js/script_modules.h"

namespace faultline::js {

/// Maps the frames of one stack to original ones, callers first: the name of a call also names the
/// next frame if nothing else does. Rules: docs/spec/javascript.md §2.
class FrameMapper
{
public:
    /// All arguments must outlive the mapper, which adds problems to `problems`.
    FrameMapper(ScriptModules& modules,
                OriginalNames& names,
                const symbolicate::SymbolicateOptions& options,
                std::vector<ScriptProblem>& problems)
        : m_modules(modules), m_names(names), m_options(options), m_problems(problems)
    {
    }

    /// Returns the original frame and adds minified context to `raw`.
    ScriptStackFrame map(ScriptStackFrame& raw);

    /// The bodies that were inlined into the last frame, innermost first.
    std::vector<ScriptStackFrame> takeInlined() { return std::move(m_inlined); }

private:
    using Outcome = std::expected<ScriptStackFrame, ScriptProblem>;

    /// The target of a frame: a token of a map, and the URL to which its sources are relative.
    struct Target
    {
        std::shared_ptr<const sourcemap::MapCache> cache;
        sourcemap::MapHit hit;
        const std::string* base = nullptr;
        bool isAfter = false;           ///< The token begins after the engine's position.
        sourcemap::Position position{}; ///< The position in the generated text, as the map counts.
        const ResolvedScript* script =
            nullptr; ///< The map's; null for the caller of an inlined body.
    };

    bool isBest() const { return m_options.answer == symbolicate::AnswerStyle::Best; }

    Outcome
    mapBest(const ResolvedScript& script, const ScriptStackFrame& raw, ScriptStackFrame frame);
    std::optional<sourcemap::Position> generatedPlaceOf(const ResolvedScript& script,
                                                        const ScriptStackFrame& raw);
    ScriptStackFrame placeFrames(const ResolvedScript& script,
                                 const ScriptStackFrame& raw,
                                 ScriptStackFrame frame,
                                 Target target);
    void placeFrame(const ResolvedScript& script,
                    const ScriptStackFrame& raw,
                    ScriptStackFrame& frame,
                    const Target& target,
                    const sourcemap::ScopeFrame* scope);
    Target lastStep(Target target);
    static bool hasOnlyLine(const Target& target);
    ByteView textOf(const Target& target);
    void
    setBestFunction(ScriptStackFrame& frame, const ScriptStackFrame& raw, const Target& target);

    Outcome tryMap(ScriptStackFrame& raw, const std::optional<std::string>& byCaller);
    Outcome mapWith(const sourcemap::MapCache& cache,
                    const ResolvedScript& script,
                    const ScriptStackFrame& raw,
                    ScriptStackFrame frame,
                    const std::optional<std::string>& byCaller);
    void setFunction(ScriptStackFrame& frame,
                     const ScriptStackFrame& raw,
                     const sourcemap::MapHit& hit,
                     const std::optional<std::string>& byCaller) const;
    void addSourceContext(ScriptStackFrame& frame,
                          const ScriptStackFrame& raw,
                          const sourcemap::MapCache& cache,
                          const sourcemap::MapHit& hit,
                          const ResolvedScript& script);

    ScriptModules& m_modules;
    OriginalNames& m_names;
    const symbolicate::SymbolicateOptions& m_options;
    std::vector<ScriptProblem>& m_problems;
    std::optional<std::string> m_tokenName; // Name of the token of the previous frame.
    std::vector<ScriptStackFrame> m_inlined;
    std::uint32_t m_inlinedLeft = 4096; // Inlined bodies that the stack may still show.
};

} // namespace faultline::js
