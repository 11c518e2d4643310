// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QStringList>
#include <QWidget>

class QLabel;

namespace faultline::ui {

class FlatButton;

/// An amber band with a guess, or with the number of guesses until the user opens it.
class GuessBand final : public QWidget
{
    Q_OBJECT

public:
    explicit GuessBand(const Theme& theme, QWidget* parent = nullptr);

    /// Hides the band when there is no guess.
    void setGuesses(const QStringList& guesses);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showText();
    void applyTheme();

    const Theme& m_theme;
    QStringList m_guesses;
    bool m_isOpen = false;
    QLabel* m_text;
    FlatButton* m_button;
};

} // namespace faultline::ui
