// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QLabel>
#include <QTabBar>

class QHBoxLayout;

namespace faultline::ui {

/// Title line of a panel. It shows the panel's name like a selected tab, with more widgets after
/// it, and a caption and widgets at the right end.
class PanelHeader final : public QWidget
{
    Q_OBJECT

public:
    PanelHeader(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setCaption(const QString& caption);
    void addLeft(QWidget* widget);
    void addRight(QWidget* widget);
    /// A collapsed header takes no room. It is used while a tab bar shows the title.
    void setCollapsed(bool collapsed);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();

    const Theme& m_theme;
    QTabBar* m_tab;
    QLabel* m_caption;
    QHBoxLayout* m_layout;
    int m_leftCount = 1;
    bool m_collapsed = false;
};

} // namespace faultline::ui
