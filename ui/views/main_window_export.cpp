// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/export_session.h"
#include "ui/bridge/report_session.h"
#include "ui/views/document_tabs.h"
#include "ui/views/export_page.h"
#include "ui/views/main_window.h"
#include "ui/views/report_painter.h"
#include "ui/views/status_strip.h"

#include <QStackedWidget>

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
    auto* exported = new ExportSession(
        [fonts = documentFonts()](const report::ReportDocument& document, QIODevice& device) {
            return paintReport(document, fonts, device);
        },
        this);
    m_export = new ExportPage(m_theme, *exported);
    m_pages->addWidget(m_export);
    connect(m_export, &ExportPage::messageGiven, m_status, &StatusStrip::setMessage);
    connect(m_export, &ExportPage::copyRequested, this,
            [this](const QString& text) { copyText(text, tr("Report copied")); });
    for (const auto& [id, form] : kExports)
        m_actions.on(id, this, [this, exported, form = form] {
            ReportSession* session = currentSession();
            if (!session)
                return;
            exported->open(*session, form);
            showPage(m_export, ExportPage::tabName());
        });
}

} // namespace faultline::ui
