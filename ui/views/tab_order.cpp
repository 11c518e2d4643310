// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tab_order.h"

#include <QWidget>

namespace faultline::ui {

namespace {

/// Qt moves docks behind tabs, and bars of tabs that it does not use, out of their window. They
/// count as visible there.
bool liesOutside(const QWidget& widget)
{
    for (const QWidget* each = &widget; !each->isWindow(); each = each->parentWidget()) {
        if (!each->parentWidget()->rect().intersects(each->geometry()))
            return true;
    }
    return false;
}

bool isStop(const QWidget& widget, const QWidget& window)
{
    return !widget.focusProxy() && (widget.focusPolicy() & Qt::TabFocus) && widget.isEnabled() &&
           widget.isVisibleTo(&window) && !liesOutside(widget);
}

} // namespace

bool moveFocus(QWidget& window, bool next)
{
    const auto after = [next](const QWidget& widget) {
        return next ? widget.nextInFocusChain() : widget.previousInFocusChain();
    };
    QWidget* const from = window.focusWidget() ? window.focusWidget() : &window;
    for (QWidget* each = after(*from); each && each != from; each = after(*each)) {
        if (!isStop(*each, window))
            continue;
        each->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        return true;
    }
    return false;
}

} // namespace faultline::ui
