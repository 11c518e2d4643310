// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QLineEdit>

#include <functional>

namespace faultline::ui {

/// A line in the corner of a view that finds text in it. Ctrl+F shows it, Enter goes to the next
/// place, Shift+Enter to the previous one, and Esc returns to the view.
class FindLine final : public QLineEdit
{
    Q_OBJECT

public:
    /// Goes to the next place and returns whether there is one. The step is 1, -1 or, while the
    /// user types, 0.
    using Find = std::function<bool(const QString& text, int step)>;

    FindLine(QAbstractScrollArea& view, Find find);

    void start();
    /// Goes on with the text that was looked for last; without one, start().
    void step(int direction);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void look(int step);

    QAbstractScrollArea& m_view;
    Find m_find;
    bool m_isMissing = false;
};

/// The line of the text that has the keyboard; null without one.
FindLine* focusedFindLine();

} // namespace faultline::ui
