// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/export_session.h"
#include "ui/bridge/report_session.h"
#include "ui/views/document_tabs.h"
#include "ui/views/export_page.h"
#include "ui/views/main_window.h"
#include "ui/views/report_painter.h"
#include "ui/views/status_strip.h"

#include <QStackedWidget>

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

constexpr std::array<std::pair<const char*, ExportSession::Form>, 6> kExports{
    {{"file.export.html", ExportSession::Form::Html},
     {"file.export.pdf", ExportSession::Form::Pdf},
     {"file.export.markdown", ExportSession::Form::Markdown},
     {"file.export.json", ExportSession::Form::Json},
     {"file.export.csv", ExportSession::Form::Csv},
     {"file.save_bundle", ExportSession::Form::Bundle}}};

} // namespace

void MainWindow::connectExportActions()
{
    m_exportSession = new ExportSession(
        [fonts = documentFonts()](const report::ReportDocument& document, QIODevice& device) {
            return paintReport(document, fonts, device);
        },
        this);
    m_export = new ExportPage(m_theme, *m_exportSession);
    m_pages->addWidget(m_export);
    connect(m_export, &ExportPage::messageGiven, m_status, &StatusStrip::setMessage);
    connect(m_export, &ExportPage::copyRequested, this,
            [this](const QString& text) { copyText(text, tr("Report copied")); });
    for (const auto& [id, form] : kExports)
        m_actions.on(id, this, [this, id = id] {
            if (ReportSession* session = currentSession())
                exportReport(session, QLatin1String(id), Place::Front);
        });
}

void MainWindow::exportReport(ReportSession* session, const QString& action, Place place)
{
    const auto found = std::ranges::find_if(
        kExports, [&action](const auto& each) { return action == QLatin1String(each.first); });
    if (found == kExports.end())
        return;
    m_exportSession->open(*session, found->second);
    m_exported = {session->path(), action};
    if (place == Place::Front)
        return showPage(m_export, ExportPage::tabName());
    if (m_tabs->indexOf(m_export) < 0)
        m_tabs->addPage(m_export, ExportPage::tabName());
    rememberOpen();
}

/// What leaves is known when the report has been read.
void MainWindow::reopenExport(const QStringList& words)
{
    ReportSession* session = m_context.workbench.find(words.value(1));
    if (!session)
        return;
    const QString action = words.value(2);
    if (session->state() == ReportSession::State::Ready)
        return exportReport(session, action, Place::Back);
    auto* once = new QObject(session);
    connect(session, &ReportSession::stateChanged, once, [this, session, action, once] {
        if (session->state() != ReportSession::State::Ready)
            return;
        session->disconnect(once);
        once->deleteLater();
        exportReport(session, action, Place::Back);
    });
}

} // namespace faultline::ui
