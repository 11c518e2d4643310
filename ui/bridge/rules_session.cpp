// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/rules_session.h"

#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/rule_rows.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kTypedAfterMs = 250;

} // namespace

RulesSession::RulesSession(engine::LibraryDesk& desk, QObject* parent)
    : QObject(parent), m_desk(desk)
{
    m_typed.setSingleShot(true);
    m_typed.setInterval(kTypedAfterMs);
    connect(&m_typed, &QTimer::timeout, this, &RulesSession::tryNow);
}

RulesSession::~RulesSession() = default;

void RulesSession::open()
{
    if (m_state != State::Ready)
        m_state = State::Reading;
    m_desk.readRules();
    Q_EMIT changed();
}

void RulesSession::setReport(const QString& name, std::shared_ptr<const Report> report)
{
    m_reportName = report ? name : QString();
    m_report.reset();
    if (report)
        m_report = engine::OpenReport{.name = name.toStdString(), .report = std::move(report)};
    m_open = {.name = m_reportName, .rows = {}, .now = {}, .then = {}};
    showTrace();
    if (m_state == State::Ready)
        tryNow();
    Q_EMIT changed();
}

QString RulesSession::listName(int list)
{
    return toQString(signature::listName(static_cast<signature::ListKind>(list)));
}

QString RulesSession::shippedText(int list) const
{
    return QString::fromStdString(m_rules.shipped.texts[std::size_t(list)]);
}

QString RulesSession::ownText(int list) const
{
    return QString::fromStdString(m_edited.texts[std::size_t(list)]);
}

void RulesSession::setOwnText(int list, const QString& text)
{
    auto& edited = m_edited.texts[std::size_t(list)];
    if (edited == text.toStdString())
        return;
    edited = text.toStdString();
    m_isRestored = false;
    m_typed.start();
    if (m_check != Check::None && m_check != Check::Applying) {
        m_check = Check::Checking;
        m_checked = 0;
    }
    Q_EMIT draftChanged();
    Q_EMIT changed();
}

bool RulesSession::isEdited() const
{
    return m_edited.texts != m_rules.own.texts;
}

bool RulesSession::canApply() const
{
    return m_rules.canChange && m_check == Check::Done && m_right.texts != m_rules.own.texts;
}

void RulesSession::discard()
{
    m_draft.reset();
    m_edited = m_rules.own;
    tryNow();
    Q_EMIT draftChanged();
    Q_EMIT textsChanged();
    Q_EMIT changed();
}

void RulesSession::restoreDraft(const QStringList& texts)
{
    if (texts.size() != kLists)
        return;
    m_draft.emplace();
    for (int list = 0; list < kLists; ++list)
        m_draft->texts[std::size_t(list)] = texts[list].toStdString();
}

QStringList RulesSession::draft() const
{
    const signature::RuleLayer& edited = m_draft ? *m_draft : m_edited;
    if (!m_draft && !isEdited())
        return {};
    QStringList texts;
    for (const auto& text : edited.texts)
        texts.append(QString::fromStdString(text));
    return texts;
}

RulesSession::Explained RulesSession::explain(const QString& name,
                                              const engine::SignatureTrace& now,
                                              const engine::SignatureTrace& then)
{
    return {.name = name,
            .rows = makeRuleTrace(now, then),
            .now = toQString(now.signature.text),
            .then = toQString(then.signature.text)};
}

const RulesSession::Explained& RulesSession::shown() const
{
    return m_open.moves() || m_example.name.isEmpty() ? m_open : m_example;
}

QString RulesSession::reportName() const
{
    return shown().name;
}

void RulesSession::showTrace()
{
    m_trace.setRows(shown().rows);
}

QList<RulesSession::Problem> RulesSession::problems(int list) const
{
    return m_problems[std::size_t(list)];
}

bool RulesSession::hasProblems() const
{
    return std::ranges::any_of(m_problems, [](const auto& list) { return !list.isEmpty(); });
}

void RulesSession::tryNow()
{
    m_typed.stop();
    if (m_check == Check::Applying)
        return;
    if (m_check != Check::None)
        m_check = Check::Checking;
    m_checked = 0;
    m_trial = m_desk.tryRules(m_edited, m_report);
}

void RulesSession::apply()
{
    apply(m_right);
}

void RulesSession::revert()
{
    if (!m_former)
        return;
    m_edited = *m_former;
    apply(*m_former);
}

void RulesSession::apply(signature::RuleLayer rules)
{
    m_typed.stop();
    m_replaced = m_rules.own;
    m_check = Check::Applying;
    m_desk.applyRules(std::move(rules));
    Q_EMIT textsChanged();
    Q_EMIT changed();
}

void RulesSession::take(const engine::LibraryRules& rules)
{
    const bool wasEdited = m_state == State::Ready && isEdited();
    m_rules = rules;
    if (!wasEdited)
        m_edited = m_rules.own;
    if (m_draft && !rules.error && rules.canChange) {
        m_edited.texts = std::exchange(m_draft, std::nullopt)->texts;
        m_isRestored = true;
    }
    m_state = rules.error ? State::Failed : State::Ready;
    m_problem = rules.error ? errorText(*rules.error) : QString();
    if (m_state == State::Ready) {
        m_check = m_rules.canChange ? Check::Checking : Check::None;
        tryNow();
    }
    Q_EMIT draftChanged();
    Q_EMIT textsChanged();
    Q_EMIT changed();
}

void RulesSession::take(const engine::LibraryTrial& trial)
{
    if (trial.trial != m_trial)
        return;
    for (std::size_t list = 0; list < m_problems.size(); ++list) {
        m_problems[list].clear();
        for (const auto& problem : trial.problems[list])
            m_problems[list].append({int(problem.line), toQString(problem.text)});
    }
    m_right = trial.right;
    m_example = {};
    m_open = trial.now && trial.then
                 ? explain(m_reportName, *trial.now, *trial.then)
                 : Explained{.name = m_reportName, .rows = {}, .now = {}, .then = {}};
    showTrace();
    if (trial.error) {
        m_check = Check::Failed;
        m_checkProblem = errorText(*trial.error);
    }
    Q_EMIT changed();
}

void RulesSession::take(const engine::LibrarySignPreview& preview)
{
    if (preview.trial != m_trial || m_check == Check::Applying)
        return;
    m_checked = preview.checked;
    m_reports = preview.reports;
    m_check = preview.isDone ? Check::Done : preview.error ? Check::Failed : Check::Checking;
    m_checkProblem = preview.error ? errorText(*preview.error) : QString();
    if (preview.isDone) {
        m_preview = preview.preview;
        m_moves.setRows(makeRuleMoves(preview.preview));
        if (preview.example)
            m_example = explain(toQString(preview.example->name), preview.example->now,
                                preview.example->then);
        showTrace();
    }
    Q_EMIT changed();
}

/// The rules in force follow as a notice of their own.
void RulesSession::take(const engine::LibraryRulesApplied& done)
{
    if (done.error) {
        m_check = Check::Failed;
        m_checkProblem = errorText(*done.error);
        Q_EMIT applied(m_checkProblem, true);
        Q_EMIT changed();
        return;
    }
    m_former = std::exchange(m_replaced, std::nullopt);
    Q_EMIT applied(tr("%Ln report(s) moved", nullptr, int(done.moved)), false);
    Q_EMIT changed();
}

} // namespace faultline::ui
