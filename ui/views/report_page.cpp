// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report_page.h"

#include "ui/models/shown_text.h"
#include "ui/views/dock_strip.h"
#include "ui/views/parts_page.h"
#include "ui/views/summary_bar.h"
#include "ui/views/workspace.h"

#include <QVBoxLayout>

namespace faultline::ui {

ReportPage::ReportPage(const UiContext& context, QWidget* parent)
    : QStackedWidget(parent), m_context(context), m_summary(new SummaryBar(context)),
      m_workspace(new Workspace(context)), m_strip(new DockStrip(context.theme)),
      m_error(new StatePage(context.theme)), m_parts(new PartsPage(context.theme))
{
    setObjectName(QStringLiteral("page.report"));
    auto* report = new QWidget(this);
    auto* layout = new QVBoxLayout(report);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_workspace, 1);
    layout->addWidget(m_strip);
    m_error->setObjectName(QStringLiteral("page.error"));
    m_error->setAutoFillBackground(true);
    m_error->setBackgroundRole(QPalette::Base);
    addWidget(report);
    addWidget(m_error);
    addWidget(m_parts);
    connect(m_parts, &PartsPage::openRequested, this, &ReportPage::openRequested);
    connect(m_workspace, &Workspace::commandRequested, this, &ReportPage::commandRequested);
}

void ReportPage::showSession(ReportSession* session)
{
    m_session = session;
    m_summary->setSession(session);
    m_workspace->showSession(session);
    const auto state = session ? session->state() : ReportSession::State::Loading;
    if (state == ReportSession::State::Failed) {
        showFailure();
        setCurrentWidget(m_error);
    } else if (state == ReportSession::State::Several) {
        m_parts->show(session->fileName(), session->parts());
        setCurrentWidget(m_parts);
        m_parts->setFocus();
        connect(session, &ReportSession::factsChanged, this, &ReportPage::refreshParts,
                Qt::UniqueConnection);
    } else {
        setCurrentIndex(0);
    }
}

void ReportPage::refreshParts()
{
    if (m_session && m_session->state() == ReportSession::State::Several)
        m_parts->show(m_session->fileName(), m_session->parts());
}

void ReportPage::showFailure()
{
    const ViewState::Button other{tr("Open another file…"),
                                  [this] { Q_EMIT commandRequested(QStringLiteral("file.open")); }};
    const ViewState::Button retry{
        tr("Retry"), [this] { Q_EMIT commandRequested(QStringLiteral("symbols.retry")); }};
    const ViewState::Button inspect{tr("Inspect as debug file"),
                                    [this] { Q_EMIT inspectRequested(m_session->path()); }};
    const QString path = m_session->path();
    const auto failure = m_session->failure();
    if (!failure)
        return;
    if (failure->kind == OpenFailure::Kind::Missing)
        return m_error->show(
            {QStringLiteral("damaged"),
             tr("%1 is no longer there.")
                 .arg(QStringLiteral("<b>%1</b>").arg(richText(m_session->fileName()))),
             {{tr("Locate…"), [this, path] { Q_EMIT locateRequested(path); }}, retry},
             path});
    m_error->show({QStringLiteral("damaged"),
                   failure->sentence,
                   {other, failure->kind == OpenFailure::Kind::OtherKind ? inspect : retry},
                   failure->detail});
}

} // namespace faultline::ui
