// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QList>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace faultline::ui {

/// Lines above a view's content, each with a warning or an offer and at most one button. Hidden
/// while there is nothing to say.
class NoticeBar final : public QWidget
{
    Q_OBJECT

public:
    struct Line
    {
        QString text;
        QString button; ///< Empty: no button.
        std::function<void()> action;
        bool isQuiet = false; ///< An offer, not a warning.
    };

    explicit NoticeBar(const Theme& theme, QWidget* parent = nullptr);

    /// Lines that are equal to the present ones in text and button are left as they are.
    void show(const QList<Line>& lines);

    QStringList texts() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void rebuild();

    const Theme& m_theme;
    QList<Line> m_lines;
    QVBoxLayout* m_layout;
};

} // namespace faultline::ui
