// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QAbstractButton>

namespace faultline::ui {

/// One of a few choices that stand beside each other. The chosen one has the ground of the
/// selection.
class SegmentButton final : public QAbstractButton
{
    Q_OBJECT

public:
    SegmentButton(const Theme& theme, const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
};

} // namespace faultline::ui
