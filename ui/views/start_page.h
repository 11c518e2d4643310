// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/recent_model.h"
#include "ui/views/ui_context.h"

#include <QLabel>

class QBoxLayout;
class QLineEdit;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace faultline::ui {

class ActionRegistry;
class DropTarget;
class EntryButton;
class LibrariesPanel;
class PanelHeader;
class RowView;
class SetUpPanel;

/// The first page that a user sees: a drop target, recent crashes, help with setting up symbols,
/// the libraries, and where to learn more.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const UiContext& context, QWidget* parent = nullptr);

    /// Shows the keys that the actions have now.
    void showKeys(const ActionRegistry& actions);

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void openRequested(const QString& path);
    void libraryRequested(const QString& file);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildCrashes();
    QWidget* buildRecent();
    QWidget* buildSide();
    void addEntry(const QString& icon, const QString& text, const char* name, const char* command);
    void connectRecent();
    QPushButton* makeButton(const QString& text, const char* name, const char* command);
    void applyTheme();
    void arrange();
    RecentRow rowOf(const RecentFile& file) const;
    void showRecent();
    void showCounts(qsizetype shown, qsizetype pinned, qsizetype all);
    void addRecentActions(QMenu& menu, const QModelIndex& index);
    void open(const QModelIndex& index);
    void togglePin(const QModelIndex& index);
    void locate(const QString& path);

    UiContext m_context;
    RecentModel m_recentModel;
    DropTarget* m_drop;
    RowView* m_recent;
    QLabel* m_noRecent;
    PanelHeader* m_recentHeader = nullptr;
    QBoxLayout* m_learnArea = nullptr;
    QList<EntryButton*> m_entries; ///< Each has its action as object property.
    LibrariesPanel* m_libraries;
    QLineEdit* m_filter; ///< Of recent crashes.
    QLabel* m_count;
    SetUpPanel* m_setUp;
    QBoxLayout* m_columns = nullptr;
    QVBoxLayout* m_open = nullptr;
    QWidget* m_line; ///< Between the columns.
    QWidget* m_side = nullptr;
    QList<QLabel*> m_dimLabels;
};

} // namespace faultline::ui
