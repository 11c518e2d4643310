// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/ui_context.h"

#include <QStackedWidget>

namespace faultline::ui {

class DockStrip;
class PartsPage;
class StatePage;
class SummaryBar;
class Workspace;

/// The page of the current report. Shows summary, workspace and strip; or the reason why the file
/// could not be opened; or the list of crash files that a container holds.
class ReportPage final : public QStackedWidget
{
    Q_OBJECT

public:
    explicit ReportPage(const UiContext& context, QWidget* parent = nullptr);

    void showSession(ReportSession* session);

    Workspace& workspace() { return *m_workspace; }

    DockStrip& strip() { return *m_strip; }

    StatePage& errorPage() { return *m_error; }

    bool showsReport() const { return currentIndex() == 0; }

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void openRequested(const QStringList& paths);
    /// The file is no crash file; the user wants to see it as a debug file.
    void inspectRequested(const QString& file);
    /// The file of a report is no longer there, and the user knows where it is.
    void locateRequested(const QString& path);

private:
    void showFailure();
    void refreshParts();

    UiContext m_context;
    ReportSession* m_session = nullptr;
    SummaryBar* m_summary;
    Workspace* m_workspace;
    DockStrip* m_strip;
    StatePage* m_error;
    PartsPage* m_parts;
};

} // namespace faultline::ui
