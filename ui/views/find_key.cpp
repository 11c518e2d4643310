// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find_key.h"

#include <QDialog>
#include <QEvent>
#include <QMainWindow>

namespace faultline::ui {

namespace {

/// A floating panel is a window of its own, and nevertheless has the actions of the main window.
bool isInMainWindow(const QWidget& view)
{
    for (const QWidget* each = &view; each; each = each->parentWidget()) {
        if (qobject_cast<const QDialog*>(each))
            return false;
        if (qobject_cast<const QMainWindow*>(each))
            return true;
    }
    return false;
}

} // namespace

FindKey::FindKey(QWidget& view) : QShortcut(QKeySequence::Find, &view)
{
    setContext(Qt::WidgetWithChildrenShortcut);
    view.installEventFilter(this);
}

bool FindKey::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        setEnabled(!isInMainWindow(*static_cast<QWidget*>(watched))); // Nothing else is watched.
    return QShortcut::eventFilter(watched, event);
}

} // namespace faultline::ui
