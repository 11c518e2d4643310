// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QWidget>

namespace faultline::ui {

/// One bar for a whole: the part in use, the part that goes with the next cleaning, and the rest.
class UsageBar final : public QWidget
{
    Q_OBJECT

public:
    explicit UsageBar(const Theme& theme, QWidget* parent = nullptr);

    /// Shares of the whole. Their sum may be more than `whole`, which then is the sum.
    void setShares(quint64 used, quint64 past, quint64 whole);

    QSize sizeHint() const override { return {0, 2 * m_theme.metrics().step}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    quint64 m_used = 0;
    quint64 m_past = 0;
    quint64 m_whole = 1;
};

} // namespace faultline::ui
