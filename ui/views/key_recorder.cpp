// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/key_recorder.h"

#include <QKeyEvent>

namespace faultline::ui {

namespace {

bool isModifier(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt ||
           key == Qt::Key_Meta || key == Qt::Key_AltGr || key == Qt::Key_CapsLock ||
           key == Qt::Key_NumLock || key == Qt::Key_unknown || key == 0;
}

} // namespace

KeyRecorder::KeyRecorder(QWidget* parent) : QLineEdit(parent)
{
    setPlaceholderText(tr("Press the keys to add"));
    setAccessibleName(tr("Keys to add"));
    setContextMenuPolicy(Qt::NoContextMenu);
}

/// The keys of other actions are wanted here, too.
bool KeyRecorder::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void KeyRecorder::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    if (isModifier(event->key()))
        return;
    if (isPlain && event->key() == Qt::Key_Escape) {
        Q_EMIT left();
        return;
    }
    // A character that needs Shift, such as "?", says so itself.
    auto modifiers = event->modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    const bool isSign = event->key() > Qt::Key_Space && event->key() <= Qt::Key_AsciiTilde &&
                        (event->key() < Qt::Key_A || event->key() > Qt::Key_Z);
    if (isSign)
        modifiers.setFlag(Qt::ShiftModifier, false);
    Q_EMIT recorded(QKeySequence(QKeyCombination(modifiers, Qt::Key(event->key()))));
}

} // namespace faultline::ui
