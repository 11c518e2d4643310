// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QAbstractButton>

namespace faultline::ui {

/// A text that acts when it is clicked, underlined like a link. It shortens itself in a narrow
/// place.
class LinkButton final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit LinkButton(const Theme& theme, QWidget* parent = nullptr);

    /// The tool tip and the accessible name have the whole text.
    void setFullText(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const Theme& m_theme;
    QString m_text; ///< The button's own text would take '&' for the mark of a key.
};

} // namespace faultline::ui
