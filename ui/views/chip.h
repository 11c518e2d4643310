// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QLabel>

namespace faultline::ui {

/// A fact in a rounded outline: product, system, time, symbol quality.
class Chip final : public QLabel
{
    Q_OBJECT

public:
    enum class Mood { Plain, Warn };

    explicit Chip(const Theme& theme, QWidget* parent = nullptr);

    /// An empty text hides the chip.
    void setFact(const QString& text, Mood mood = Mood::Plain);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    Mood m_mood = Mood::Plain;
};

} // namespace faultline::ui
