// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

class QMenu;

namespace faultline::ui {

class ElidedLabel;
class PanelHeader;
class RowView;
class StatefulView;

/// What the library knows of the selected group or report, and what can be decided about it.
class LibraryPreviewPanel final : public QWidget
{
    Q_OBJECT

public:
    /// The menus belong to the page. All arguments must outlive the panel.
    LibraryPreviewPanel(const Theme& theme,
                        LibrarySession& library,
                        QMenu& status,
                        QMenu& assign,
                        QWidget* parent = nullptr);

Q_SIGNALS:
    /// Opens the group, or the report.
    void openRequested();

private:
    QWidget* buildContent(QMenu& status, QMenu& assign);
    void refresh();
    void showTriage(const LibraryPreview& preview);
    void applyTheme();

    const Theme& m_theme;
    LibrarySession& m_library;
    QLabel* m_title;
    QLabel* m_facts;
    QPushButton* m_open;
    QPushButton* m_status;
    QPushButton* m_assign;
    PanelHeader* m_stack;
    RowView* m_frames;
    PanelHeader* m_triage;
    QLabel* m_notes;
    QLabel* m_history;
    QWidget* m_text;
    QWidget* m_lower;
    StatefulView* m_view;
};

} // namespace faultline::ui
