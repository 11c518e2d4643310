// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/recent_model.h"
#include "ui/views/ui_context.h"

#include <QLabel>

class QBoxLayout;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace faultline::ui {

class DropTarget;
class RowView;
class SetUpPanel;

/// The first page that a user sees: a drop target, recent crashes, and help with setting up
/// symbols.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const UiContext& context, QWidget* parent = nullptr);

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void openRequested(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildCrashes();
    QWidget* buildSide();
    QPushButton* makeButton(const QString& text, const char* name, const char* command);
    void applyTheme();
    void arrange();
    RecentRow rowOf(const RecentFile& file) const;
    void showRecent();

    UiContext m_context;
    RecentModel m_recentModel;
    DropTarget* m_drop;
    RowView* m_recent;
    QLabel* m_noRecent;
    QLineEdit* m_filter; ///< Of recent crashes.
    QLabel* m_count;
    SetUpPanel* m_setUp;
    QBoxLayout* m_columns = nullptr;
    QVBoxLayout* m_open = nullptr;
    QVBoxLayout* m_learnArea = nullptr;
    QWidget* m_line; ///< Between the columns.
    QWidget* m_side = nullptr;
    QList<QLabel*> m_dimLabels;
};

} // namespace faultline::ui
