// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

namespace faultline::ui {

/// How wide a column wants to be, in pixels.
struct ColumnWish
{
    int preferred = 0; ///< Ignored for the flexible column, which takes the rest.
    int content = 0;   ///< At this width nothing in the column is cut.
    int least = 0;
    bool isFlexible = false;
    int readable = 0; ///< For the flexible column: with this much its text can be told apart. For
                      ///< others: the width that such a column leaves them.
};

/// Shares `width` among the columns. The flexible column is the last that is narrower than its
/// content: the others first give up what their content does not need, and then shrink to their
/// least widths. If its content fits even then not, they keep what is readable, as long as it has
/// that, too. A column is never cut while the flexible one has space to spare. The sum may exceed
/// `width` when even the least widths do.
QList<int> fitColumns(const QList<ColumnWish>& wishes, int width);

} // namespace faultline::ui
