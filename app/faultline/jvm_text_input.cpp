// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/jvm_text_input.h"

#include "core/formats/crash/jvm_text/text_event.h"
#include "core/report/candidate_text.h"
#include "core/report/jvm_text_report.h"

namespace faultline::app {

namespace {

std::string render(const jvmtext::JvmText& text, const JvmReport& report, OutputFormat format)
{
    auto restored = report::renderJvmText(text, report);
    return format == OutputFormat::Markdown ? concat("```\n", restored, "```\n") : restored;
}

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

Result<RestoredText> symbolicateJvmText(engine::Engine& engine,
                                        ByteView bytes,
                                        symbolicate::SymbolicateOptions options,
                                        OutputFormat format)
{
    FL_TRY(const auto text, jvmtext::readJvmText(std::move(bytes)));
    FL_TRY(const auto report, engine.restoreNames(jvmtext::eventOf(text), std::move(options), {}));
    return RestoredText{.text = render(text, report, format), .warnings = warningsOf(report)};
}

} // namespace faultline::app
