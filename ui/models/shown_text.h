// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace faultline::ui {

/// A view shows no more characters of a text that it did not make itself. Laying out a name of a
/// megabyte takes seconds, and nobody reads it in a cell. Copies and reports have the whole text.
inline constexpr qsizetype kLongestShown = 4096;

/// The text as a view shows it: whole, or its beginning with an ellipsis.
QString shownText(const QString& text);

/// The same, as a part of a rich text: markup in it is shown and does nothing.
QString richText(const QString& text);

/// The text for places where Qt takes '&' for the mark of a key: tabs, menu entries and buttons.
QString withoutKeys(const QString& text);

/// The text for the titles of windows, where Qt replaces "[*]".
QString titleText(const QString& text);

} // namespace faultline::ui
