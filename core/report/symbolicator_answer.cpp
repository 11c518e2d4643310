// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/symbolicator_answer.h"

#include "core/report/jvm_answer.h"
#include "core/report/script_answer.h"

#include <variant>

namespace faultline::report {

namespace {

using Writer = std::string (*)(const Report& report, const JsonOptions& options);

/// The writer of each endpoint, by the part of the event that only its kind has. A kind without one
/// does not compile.
template <class Part>
inline constexpr Writer kWriter = Part::hasNoAnswer;
template <>
inline constexpr Writer kWriter<NativeEvent> = renderJson;
template <>
inline constexpr Writer kWriter<ScriptEvent> = scriptAnswer;
template <>
inline constexpr Writer kWriter<JvmEvent> = jvmAnswer;

} // namespace

std::string renderAnswer(const Report& report, const JsonOptions& options)
{
    const auto writer =
        std::visit([]<class Part>(const Part&) { return kWriter<Part>; }, report.event->detail);
    return writer(report, options);
}

void renderAnswer(const Report& report, const JsonOptions& options, const TextSink& sink)
{
    if (report.event->isNative())
        return renderJson(report, options, sink);
    sink(renderAnswer(report, options));
}

} // namespace faultline::report
