// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/flat_button.h"

#include <QLabel>

namespace faultline::ui {

class ElidedLabel;

/// The last line of a list. It says what is hidden and has a button to show it.
class FooterBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FooterBar(const Theme& theme, QWidget* parent = nullptr);

    /// An empty button text hides the button; an empty text hides the bar.
    void setText(const QString& text, const QString& button);
    /// Keys that help here, at the right end. It is left out where there is no room.
    void setHint(const QString& hint);

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void fitHint();

    const Theme& m_theme;
    ElidedLabel* m_label;
    FlatButton* m_button;
    QLabel* m_hint;
};

} // namespace faultline::ui
