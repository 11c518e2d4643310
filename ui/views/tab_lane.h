// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

class QTabBar;

namespace faultline::ui {

/// The strip that holds the document tabs.
class TabLane final : public QWidget
{
    Q_OBJECT

public:
    TabLane(const Theme& theme, QTabBar* tabs, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme& m_theme;
};

} // namespace faultline::ui
