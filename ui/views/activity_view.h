// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/state_page.h"
#include "ui/views/ui_context.h"

#include <QPushButton>

namespace faultline::ui {

class RowView;

/// Shows jobs and transfers with their progress. Each can be cancelled.
class ActivityView final : public QWidget
{
    Q_OBJECT

public:
    explicit ActivityView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const;

private:
    QWidget* buildButtons();
    void refresh();
    const ActivityRow* selected() const;
    void cancelSelected();
    void pauseSelected();

    UiContext m_context;
    RowView* m_rows;
    QPushButton* m_pause;
    QPushButton* m_cancel;
    QPushButton* m_cancelAll;
    QPushButton* m_clear;
    StatefulView* m_view;
};

} // namespace faultline::ui
