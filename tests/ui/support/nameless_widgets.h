// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QStringList>
#include <QWidget>

namespace faultline::ui::test {

inline QString nameOf(QWidget& widget)
{
    const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&widget);
    return accessible ? accessible->text(QAccessible::Name) : QString();
}

/// The path of objects down to the widget, for messages.
inline QString placeOf(const QWidget& widget)
{
    QStringList names;
    for (const QObject* each = &widget; each; each = each->parent())
        names.prepend(QStringLiteral("%1(%2)").arg(QLatin1String(each->metaObject()->className()),
                                                   each->objectName()));
    return names.join(u'/');
}

/// The visible widgets that the Tab key reaches and screen readers have no name for.
inline QStringList namelessIn(QWidget& root)
{
    QStringList found;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) &&
            !widget->focusProxy() && nameOf(*widget).isEmpty())
            found.append(placeOf(*widget));
    }
    return found;
}

} // namespace faultline::ui::test
