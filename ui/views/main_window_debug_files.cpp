// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/debug_files.h"
#include "ui/views/main_window.h"
#include "ui/views/notice_bar.h"
#include "ui/views/status_strip.h"

#include <QMessageBox>
#include <QPushButton>

namespace faultline::ui {

/// Uses files that the user offers for modules, once it is sure that they belong or are wanted.
void MainWindow::takeDebugFiles(ReportSession& session)
{
    const DebugFiles& files = session.debugFiles();
    connect(&files, &DebugFiles::accepted, this,
            [this, &session](int module, const QString& file, const QString& sentence) {
                session.locateFile(module, file);
                if (!sentence.isEmpty())
                    m_status->setMessage(sentence);
            });
    connect(&files, &DebugFiles::refused, this, [this](const QString& sentence) {
        m_notices->show({{.text = sentence, .button = tr("Dismiss"), .action = [this] {
                              m_notices->show({});
                          }}});
    });
    connect(&files, &DebugFiles::doubted, this,
            [this, &session](int module, const QString& file, const QString& sentence) {
                askWhetherGuess(session, module, file, sentence);
            });
}

void MainWindow::askWhetherGuess(ReportSession& session,
                                 int module,
                                 const QString& file,
                                 const QString& sentence)
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Debug File"), sentence,
                                QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("dialog.guess"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Its names would be guesses, and the stack may lose frames."));
    QPushButton* use = box->addButton(tr("Use It Anyway"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(use, &QPushButton::clicked, &session,
            [&session, module, file] { session.locateFile(module, file); });
    box->open();
}

} // namespace faultline::ui
