// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

namespace faultline::ui {

/// What the four grounds of the icicle mean. It hides what does not fit.
class IcicleLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit IcicleLegend(const Theme& theme, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry
    {
        QColor ground;
        QColor edge;
        QString text;
    };

    QList<Entry> entries() const;
    int widthOf(const Entry& entry) const;

    const Theme& m_theme;
};

} // namespace faultline::ui
