// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/state_page.h"
#include "ui/views/ui_context.h"

namespace faultline::ui {

class RowView;

/// Shows the engine's log, newest line last.
class LogView final : public QWidget
{
    Q_OBJECT

public:
    explicit LogView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const;

private:
    void refresh();

    UiContext m_context;
    RowView* m_rows;
    StatefulView* m_view;
};

} // namespace faultline::ui
