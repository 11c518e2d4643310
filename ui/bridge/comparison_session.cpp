// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/comparison_session.h"

#include "ui/bridge/comparison_rows.h"
#include "ui/bridge/library_rows.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

template <class Row>
QList<Row> differencesOf(QList<Row> rows)
{
    rows.removeIf([](const Row& row) { return row.relation == Relation::Same; });
    return rows;
}

} // namespace

ComparisonSession::ComparisonSession(engine::LibraryDesk& desk, QObject* parent)
    : QObject(parent), m_desk(desk), m_facts(tr("Fact")), m_modules(tr("Module"))
{
}

ComparisonSession::~ComparisonSession() = default;

void ComparisonSession::compare(qint64 left, qint64 right)
{
    m_differencesOnly = false; // What was hidden in another comparison is not hidden here.
    m_left = library::ReportId(left);
    m_right = library::ReportId(right);
    ask();
}

void ComparisonSession::compare(const QString& leftName,
                                std::shared_ptr<const Report> left,
                                const QString& rightName,
                                std::shared_ptr<const Report> right)
{
    m_differencesOnly = false;
    m_left = engine::OpenReport{.name = leftName.toStdString(), .report = std::move(left)};
    m_right = engine::OpenReport{.name = rightName.toStdString(), .report = std::move(right)};
    ask();
}

void ComparisonSession::swap()
{
    std::swap(m_left, m_right);
    again();
}

void ComparisonSession::again()
{
    if (m_left && m_right)
        ask();
}

void ComparisonSession::ask()
{
    m_state = State::Reading;
    m_comparison.reset();
    m_head = {};
    showRows();
    m_id = m_desk.compare(*m_left, *m_right);
    Q_EMIT changed();
}

void ComparisonSession::take(const engine::LibraryComparison& comparison)
{
    if (comparison.id != m_id)
        return;
    if (comparison.comparison) {
        m_comparison = *comparison.comparison;
        m_head = makeComparisonHead(*m_comparison);
        m_state = State::Ready;
        m_problem.clear();
    } else {
        m_state = State::Failed;
        m_problem = errorText(comparison.comparison.error());
    }
    showRows();
    Q_EMIT changed();
}

void ComparisonSession::showDifferencesOnly(bool isOnly)
{
    m_differencesOnly = isOnly;
    showRows();
    Q_EMIT changed();
}

void ComparisonSession::showEqualFacts(bool areShown)
{
    m_equalFacts = areShown;
    showRows();
    Q_EMIT changed();
}

void ComparisonSession::showEqualModules(bool areShown)
{
    m_equalModules = areShown;
    showRows();
    Q_EMIT changed();
}

void ComparisonSession::showRows()
{
    if (!m_comparison) {
        m_frames.setRows({});
        m_facts.setRows({});
        m_modules.setRows({});
        return;
    }
    auto frames = makeComparedFrames(*m_comparison);
    auto facts = makeComparedFacts(*m_comparison);
    m_frames.setRows(m_differencesOnly ? differencesOf(std::move(frames)) : std::move(frames));
    m_facts.setRows(m_equalFacts ? std::move(facts) : differencesOf(std::move(facts)));
    auto modules = makeComparedModules(*m_comparison);
    if (m_equalModules)
        modules += makeEqualModules(*m_comparison);
    m_modules.setRows(std::move(modules));
}

QString ComparisonSession::markdown() const
{
    return m_comparison ? comparisonMarkdown(*m_comparison) : QString();
}

} // namespace faultline::ui
