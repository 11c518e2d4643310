// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/filter_line.h"

#include <QHeaderView>

namespace faultline::ui {

/// The titles of a table, and below them its filter while that is open.
class FilterHeader final : public QHeaderView
{
    Q_OBJECT

public:
    FilterHeader(const Theme& theme, QWidget* parent);

    FilterLine& line() { return *m_line; }

    bool isFilterShown() const { return m_isShown; }

    void showFilter(bool isShown);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int lineHeight() const;
    void placeLine();

    FilterLine* m_line;
    bool m_isShown = false;
};

} // namespace faultline::ui
