// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

class QLabel;

namespace faultline::ui {

/// A dashed area that invites the user to drop a crash file. The window itself accepts the drop.
class DropTarget final : public QWidget
{
    Q_OBJECT

public:
    explicit DropTarget(const Theme& theme, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_kinds;
};

} // namespace faultline::ui
