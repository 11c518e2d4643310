// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/pipeline/pipeline.h"

#include "core/symbolicate/js/script_symbolicator.h"
#include "core/symbolicate/jvm/jvm_symbolicator.h"
#include "core/symbolicate/native/native_symbolicator.h"
#include "core/symbolicate/pipeline/mixed_event.h"
#include "core/symbolicate/pipeline/stack_parts.h"
#include "core/symbolicate/pipeline/wasm_frames.h"

#include <variant>

namespace faultline::symbolicate {

namespace {

using Run = Result<SymbolicationResult> (*)(const RunContext& context,
                                            EventPtr event,
                                            const SymbolicateOptions& options,
                                            SymbolicationObserver& observer,
                                            std::stop_token stop);

/// The table of pipelines, by the part of the event that only its kind has. A kind without a row
/// does not compile.
template <class Part>
inline constexpr Run kRun = Part::hasNoPipeline;
template <>
inline constexpr Run kRun<NativeEvent> = runNative;
template <>
inline constexpr Run kRun<ScriptEvent> = js::runScripts;
template <>
inline constexpr Run kRun<JvmEvent> = jvm::runJvm;

Run runFor(const Event& event)
{
    return std::visit([]<class Part>(const Part&) { return kRun<Part>; }, event.detail);
}

/// Symbolicates each language of an event for itself.
Result<SymbolicationResult> runParts(const RunContext& context,
                                     const EventPtr& event,
                                     const SymbolicateOptions& options,
                                     SymbolicationObserver& observer,
                                     const std::stop_token& stop)
{
    PartObserver part(observer);
    std::vector<SymbolicationResult> results;
    std::size_t firstModule = 0;
    for (const auto& own : eventsByLanguage(*event)) {
        FL_TRY(auto result, run(context, own, optionsOfPart(options, firstModule), part, stop));
        firstModule += own->modules.size();
        results.push_back(std::move(result));
    }
    return joinedResult(event, std::move(results));
}

/// Symbolicates a script's event, and then its frames of WebAssembly that no map resolved.
Result<SymbolicationResult> runWithWasm(const RunContext& context,
                                        const EventPtr& event,
                                        const SymbolicateOptions& options,
                                        SymbolicationObserver& observer,
                                        const std::stop_token& stop)
{
    PartObserver part(observer);
    FL_TRY(auto result, js::runScripts(context, event, options, part, stop));
    return withWasmFrames(context, std::move(result), options, observer, stop);
}

} // namespace

Result<SymbolicationResult> run(const RunContext& context,
                                EventPtr event,
                                const SymbolicateOptions& options,
                                SymbolicationObserver& observer,
                                std::stop_token stop)
{
    const bool hasParts = !event->parts.empty();
    if (!hasParts && !hasWasmFrames(*event)) {
        const auto runEvent = runFor(*event);
        return runEvent(context, std::move(event), options, observer, std::move(stop));
    }
    auto result = hasParts ? runParts(context, event, options, observer, stop)
                           : runWithWasm(context, event, options, observer, stop);
    if (result)
        showReport(*result->report, observer);
    return result;
}

ReportPtr
runFromMemory(const RunContext& context, const EventPtr& event, const SymbolicateOptions& options)
{
    return event->parts.empty() ? runNativeFromMemory(context, event, options) : nullptr;
}

} // namespace faultline::symbolicate
