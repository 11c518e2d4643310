// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QLabel>
#include <QTabBar>

class QHBoxLayout;

namespace faultline::ui {

/// Title line of a panel. It shows the panel's name like a selected tab, with more widgets or tabs
/// after it, and a caption and widgets at the right end.
class PanelHeader final : public QWidget
{
    Q_OBJECT

public:
    PanelHeader(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// From now on the title is the first of several tabs, which mouse and keyboard choose.
    void appendTab(const QString& title);
    /// The object name of the tabs.
    void setTabsName(const QString& name);
    void setTabTitle(int tab, const QString& title);
    void setTabShown(int tab, bool isShown);
    void setCurrentTab(int tab);
    int currentTab() const;
    void setCaption(const QString& caption);
    void addLeft(QWidget* widget);
    void addRight(QWidget* widget);
    /// A collapsed header takes no room. It is used while a tab bar shows the title.
    void setCollapsed(bool collapsed);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void tabChosen(int tab);

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
