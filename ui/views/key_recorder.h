// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QLineEdit>

namespace faultline::ui {

/// A field that takes the next keys that are pressed together. Esc leaves it, and Tab goes on.
class KeyRecorder final : public QLineEdit
{
    Q_OBJECT

public:
    explicit KeyRecorder(QWidget* parent = nullptr);

Q_SIGNALS:
    void recorded(const QKeySequence& keys);
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace faultline::ui
