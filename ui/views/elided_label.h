// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace faultline::ui {

/// One line of text that shortens itself rather than displace its neighbours. The tool tip has the
/// full text.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(Qt::TextElideMode mode, QWidget* parent = nullptr);

    void setFullText(const QString& text);

    void setMode(Qt::TextElideMode mode) { m_mode = mode; }

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

} // namespace faultline::ui
