// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace faultline::ui {

/// Moves the focus of the window to the next widget that the Tab key reaches, or with `next` false
/// to the one before. Returns false if there is no other. Call it from focusNextPrevChild().
///
/// Qt itself also stops at widgets with a focus proxy, and gives the focus to the proxy. A dock, a
/// view and a page pass the focus on to the rows in them, and can stand anywhere before or after
/// them in the chain of the window. Then the Tab key leaps over what lies between, such as the
/// buttons of a title, or comes back to the rows for ever. Here only widgets that have the focus
/// themselves are stops, so that each of them is reached once per round, in whatever order the
/// parts of the window were made. What lies behind a tab has none.
bool moveFocus(QWidget& window, bool next);

} // namespace faultline::ui
