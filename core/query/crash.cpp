// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/crash.h"

#include "core/insight/key_frame.h"
#include "core/json/json_reader.h"
#include "core/report/json_report.h"

#include <utility>

namespace faultline::query {

namespace {

using State = engine::VariablesAnswer::State;

/// Why the engine gave no values. Errors: NotFound.
Result<std::vector<Variable>> variablesOf(engine::VariablesAnswer answer, RowPlace place)
{
    switch (answer.state) {
    case State::Known: break;
    case State::NotYet: return fail(ErrorKind::NotFound, "the crash was not resolved here");
    case State::NoMemory: return fail(ErrorKind::NotFound, "the crash file has no memory");
    case State::NotWalked:
        return fail(ErrorKind::NotFound, "the registers of frame ", place.row, " are not known");
    case State::NoDebugInfo:
        return fail(ErrorKind::NotFound, "no debug info describes frame ", place.row);
    case State::NoPart: return fail(ErrorKind::NotFound, answer.detail);
    }
    return std::move(answer.variables);
}

/// An expression that names nothing gives one variable without type and value, whose text says
/// what is missing.
bool isRefused(const std::vector<Variable>& found, const ValueQuestion& question)
{
    return !question.expression.empty() && !question.isParts && !found.empty() &&
           found.front().type.empty() && found.front().state != ValueState::Known;
}

} // namespace

Crash::Crash(engine::Engine& engine,
             engine::KeptEvent event,
             std::string name,
             redact::Profile profile)
    : m_engine(engine), m_event(event.event), m_name(std::move(name)), m_profile(profile)
{
    auto shown = redact::redact(event.report, profile);
    m_report = std::move(shown.report);
    m_removed = std::move(shown.removed);
}

Crash::~Crash()
{
    m_engine.closeEvent(m_event);
}

Result<std::shared_ptr<const json::JsonDocument>> Crash::document() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_document) {
        const report::JsonOptions options{.candidates = report::IncludeCandidates::Yes,
                                          .extras = report::IncludeExtras::Yes};
        // The text is ours and made of an event within ParseLimits, for which the limit of foreign
        // JSON is too low. A value takes 40 bytes.
        constexpr json::JsonLimits kLimits{.maxValues = 80'000'000};
        FL_TRY(auto parsed, json::parseJson(report::renderJson(*m_report, options), kLimits));
        m_document = std::make_shared<const json::JsonDocument>(std::move(parsed));
    }
    return m_document;
}

RowPlace Crash::firstRow() const
{
    return {.thread = static_cast<std::uint32_t>(insight::leadingThread(*m_report)), .row = 0};
}

Result<engine::Inspection> Crash::ask(engine::Question question, const std::stop_token& stop) const
{
    return m_engine.ask(m_event, {std::move(question)}, stop);
}

Result<engine::FramePlace> Crash::framePlace(RowPlace place) const
{
    const auto* stack = insight::stackOf(*m_report, place.thread);
    if (stack == nullptr)
        return fail(ErrorKind::NotFound, "there is no thread ", place.thread);
    const auto& rows = stack->frames;
    if (place.row >= rows.size())
        return fail(ErrorKind::NotFound, "there is no frame ", place.row, "; the stack has ",
                    rows.size());
    engine::FramePlace frame{.thread = place.thread, .physical = rows[place.row].originalIndex};
    for (auto row = place.row; row < rows.size() && rows[row].isInlined; ++row)
        ++frame.inlineDepth;
    return frame;
}

Result<std::vector<Variable>> Crash::values(const ValueQuestion& question,
                                            const std::stop_token& stop) const
{
    engine::VariablesQuestion asked{.frame = {},
                                    .expression = question.expression,
                                    .first = question.first,
                                    .most = question.most,
                                    .scope = question.scope,
                                    .follow = question.follow,
                                    .depth = question.depth,
                                    .items = question.items};
    if (question.scope == engine::VariablesQuestion::Scope::Frame) {
        FL_TRY(asked.frame, framePlace(question.place));
    }
    if (question.isParts)
        asked.partsOf = question.path;
    FL_TRY(auto answer, ask(std::move(asked), stop));
    auto* values = std::get_if<engine::VariablesAnswer>(&answer.value);
    if (values == nullptr)
        return fail(ErrorKind::Internal, "the engine answered another question");
    FL_TRY(auto found, variablesOf(std::move(*values), question.place));
    if (isRefused(found, question))
        return fail(ErrorKind::NotFound, found.front().text);
    return shown(std::move(found));
}

std::vector<Variable> Crash::shown(std::vector<Variable> variables) const
{
    if (m_profile == redact::Profile::Full)
        return variables;
    ReportVariables all;
    all.frames.push_back({.variables = std::move(variables)});
    auto report = std::make_shared<Report>();
    report->event = m_report->event;
    report->variables = std::make_shared<const ReportVariables>(std::move(all));
    const auto redacted = redact::redact(std::move(report), m_profile).report;
    return redacted->variables->frames.front().variables;
}

} // namespace faultline::query
