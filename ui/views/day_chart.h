// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QDate>
#include <QList>
#include <QWidget>

namespace faultline::ui {

/// Bars for the reports of each day.
class DayChart final : public QWidget
{
    Q_OBJECT

public:
    explicit DayChart(const Theme& theme, QWidget* parent = nullptr);

    /// Reports on each day from `first` on. `isNew` bars are those of something new.
    void setDays(const QList<int>& days, QDate first, bool isNew);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect plot() const;
    int highest() const;
    void drawDates(QPainter& painter, const QRect& plot) const;
    void describe();

    const Theme& m_theme;
    QList<int> m_days;
    QDate m_first;
    bool m_isNew = false;
};

} // namespace faultline::ui
