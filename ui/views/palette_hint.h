// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QAbstractButton>

namespace faultline::ui {

/// A key and what it stands for, at the foot of the palette. A click types it.
class PaletteHint final : public QAbstractButton
{
    Q_OBJECT

public:
    PaletteHint(const Theme& theme, const QString& key, const QString& text, QWidget* parent);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_key;
};

} // namespace faultline::ui
