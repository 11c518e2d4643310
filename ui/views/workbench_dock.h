// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QDockWidget>

namespace faultline::ui {

class PanelHeader;

/// A dock with a title that looks like a selected tab. When it is tabbed with other docks, the tab
/// bar shows the title instead.
class WorkbenchDock final : public QDockWidget
{
    Q_OBJECT

public:
    /// `id` becomes the object name, by which saved layouts identify the dock.
    WorkbenchDock(const Theme& theme,
                  const QString& id,
                  const QString& title,
                  QWidget* content,
                  QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setCaption(const QString& caption);
    void setTabbed(bool tabbed);
    /// Puts the widget at the right end of the title.
    void addTitleWidget(QWidget* widget);

    bool isTabbed() const { return m_isTabbed; }

    /// Qt moves docks behind other tabs out of their window, where they count as visible.
    bool liesBehindTab() const;

    bool hasTitleWidgets() const { return !m_titleWidgets.isEmpty(); }

    /// While the dock is a tab, its title is out of sight. The widgets then stand on `strip`, which
    /// is a part of `place`, as far as they fit after the last tab, which ends at `used`.
    void showTitleWidgets(QWidget& place, const QRect& strip, int used);
    void hideTitleWidgets();

protected:
    bool focusNextPrevChild(bool next) override;

private:
    const Theme& m_theme;
    PanelHeader* m_header;
    QList<QWidget*> m_titleWidgets;
    bool m_isTabbed = false;
};

} // namespace faultline::ui
