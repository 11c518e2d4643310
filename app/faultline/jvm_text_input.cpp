// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/jvm_text_input.h"

#include "core/formats/crash/jvm_text/jvm_text.h"
#include "core/formats/crash/jvm_text/text_event.h"
#include "core/report/candidate_text.h"
#include "core/report/jvm_text_report.h"

namespace faultline::app {

namespace {

std::vector<std::string> warningsOf(const JvmReport& report)
{
    std::vector<std::string> warnings;
    for (const auto& candidate : report.candidates) {
        if (candidate.outcome.kind != OutcomeKind::Used && !candidate.location.empty())
            warnings.push_back(
                concat(candidate.location, ": ", report::outcomeWords(candidate.outcome)));
    }
    return warnings;
}

} // namespace

Result<RestoredText> restoreJvmText(engine::Engine& engine,
                                    ByteView bytes,
                                    const symbolicate::SymbolicateOptions& options)
{
    if (!jvmtext::looksLikeJvmText(bytes.text()))
        return fail(ErrorKind::Unsupported,
                    "only traces of the JVM can be printed with their names restored");
    FL_TRY(const auto text, jvmtext::readJvmText(std::move(bytes)));
    FL_TRY(const auto report, engine.restoreNames(jvmtext::eventOf(text), options, {}));
    return RestoredText{.text = report::renderJvmText(text, report),
                        .warnings = warningsOf(report)};
}

} // namespace faultline::app
