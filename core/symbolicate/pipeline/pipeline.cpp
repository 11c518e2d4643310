// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/pipeline/pipeline.h"

#include "core/symbolicate/js/script_symbolicator.h"
#include "core/symbolicate/jvm/jvm_symbolicator.h"
#include "core/symbolicate/native/native_symbolicator.h"

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

} // namespace

Result<SymbolicationResult> run(const RunContext& context,
                                EventPtr event,
                                const SymbolicateOptions& options,
                                SymbolicationObserver& observer,
                                std::stop_token stop)
{
    const auto runEvent = runFor(*event);
    return runEvent(context, std::move(event), options, observer, std::move(stop));
}

ReportPtr
runFromMemory(const RunContext& context, const EventPtr& event, const SymbolicateOptions& options)
{
    return runNativeFromMemory(context, event, options);
}

} // namespace faultline::symbolicate
