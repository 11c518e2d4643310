// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QList>
#include <QWidget>

#include <utility>

class QAction;
class QHBoxLayout;

namespace faultline::ui {

class FlatButton;

/// The bar below the docks. It has an entry for each panel that is not always visible.
class DockStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit DockStrip(const Theme& theme, QWidget* parent = nullptr);

    void addAction(QAction* action, const QString& title);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitButtons();
    void applyTheme();

    const Theme& m_theme;
    QHBoxLayout* m_layout;
    QList<std::pair<FlatButton*, QAction*>> m_buttons;
    FlatButton* m_more; ///< Has the buttons that find no room.
};

} // namespace faultline::ui
