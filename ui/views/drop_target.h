// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace faultline::ui {

/// A dashed area that invites the user to drop a crash file, and a button. The window itself
/// accepts the drop.
class DropTarget final : public QWidget
{
    Q_OBJECT

public:
    explicit DropTarget(const Theme& theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_kinds;
    QPushButton* m_open;
};

} // namespace faultline::ui
