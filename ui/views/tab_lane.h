// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

namespace faultline::ui {

class DocumentTabs;
class FlatButton;

/// The strip that holds the document tabs, and at its end the list of all of them.
class TabLane final : public QWidget
{
    Q_OBJECT

public:
    TabLane(const Theme& theme, DocumentTabs& tabs, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();
    void fillList();

    const Theme& m_theme;
    DocumentTabs& m_tabs;
    FlatButton* m_list;
};

} // namespace faultline::ui
