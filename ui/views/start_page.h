// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/recent_model.h"
#include "ui/views/ui_context.h"

#include <QLabel>

class QPushButton;
class QVBoxLayout;

namespace faultline::ui {

class DropTarget;
class RowView;

/// The first page that a user sees: a drop target, recent files, and help with setting up symbols.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const UiContext& context, QWidget* parent = nullptr);

Q_SIGNALS:
    void commandRequested(const QString& actionId);
    void openRequested(const QString& path);

private:
    QWidget* buildColumn();
    QWidget* buildRecent();
    QWidget* buildSetUp();
    QLabel* makeCaption(const QString& text);
    void applyTheme();
    void showRecent();
    void showSetUp();

    UiContext m_context;
    RecentModel m_recentModel;
    QLabel* m_title;
    QLabel* m_subtitle;
    DropTarget* m_drop;
    RowView* m_recent;
    QLabel* m_noRecent;
    QLabel* m_setUpText;
    QPushButton* m_addSource;
    QPushButton* m_sources;
    QList<QLabel*> m_captions;
    QList<QLabel*> m_dimLabels;
    QWidget* m_column;
};

} // namespace faultline::ui
