// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/column_layout.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace faultline::ui {

namespace {

using FloorOf = std::function<int(const ColumnWish&)>;

int spareOf(int width, const ColumnWish& wish, const FloorOf& floorOf)
{
    return wish.isFlexible ? 0 : std::max(0, width - floorOf(wish));
}

int spareOf(const QList<int>& widths, const QList<ColumnWish>& wishes, const FloorOf& floorOf)
{
    int spare = 0;
    for (qsizetype i = 0; i < widths.size(); ++i)
        spare += spareOf(widths.at(i), wishes.at(i), floorOf);
    return spare;
}

/// Moves up to `wanted` pixels out of the fixed columns, each down to its floor, and returns how
/// many came together. Wide columns give more.
int take(QList<int>& widths, const QList<ColumnWish>& wishes, int wanted, const FloorOf& floorOf)
{
    const int spare = spareOf(widths, wishes, floorOf);
    const int given = std::min(wanted, spare);
    int left = given;
    int open = spare;
    for (qsizetype i = 0; i < widths.size() && left > 0; ++i) {
        const int own = spareOf(widths.at(i), wishes.at(i), floorOf);
        if (own == 0)
            continue;
        const int part = int(qint64(left) * own / open);
        widths[i] -= part;
        left -= part;
        open -= own;
    }
    return given - left;
}

int leastOf(const ColumnWish& wish)
{
    return wish.least;
}

int readableOf(const ColumnWish& wish)
{
    return std::max(wish.least, std::min(wish.content, wish.readable));
}

} // namespace

QList<int> fitColumns(const QList<ColumnWish>& wishes, int width)
{
    QList<int> widths;
    qsizetype flexible = -1;
    for (qsizetype i = 0; i < wishes.size(); ++i) {
        if (wishes.at(i).isFlexible)
            flexible = i;
        widths.append(wishes.at(i).isFlexible ? 0 : wishes.at(i).preferred);
    }
    if (flexible < 0)
        return widths;
    int rest = width - std::accumulate(widths.begin(), widths.end(), 0);
    ColumnWish wish = wishes.at(flexible);
    wish.content = std::max(wish.content, wish.least);
    if (rest < wish.content)
        rest += take(widths, wishes, wish.content - rest, [](const ColumnWish& each) {
            return std::max(each.least, std::min(each.preferred, each.content));
        });
    if (rest < wish.content && rest + spareOf(widths, wishes, leastOf) < wish.content) {
        rest += take(widths, wishes, wish.content - rest, readableOf);
        if (rest < wish.readable)
            rest += take(widths, wishes, wish.readable - rest, leastOf);
    } else if (rest < wish.content) {
        rest += take(widths, wishes, wish.content - rest, leastOf);
    }
    for (qsizetype i = 0; i < widths.size() && rest > wish.content; ++i) {
        if (i == flexible)
            continue;
        const int more = std::clamp(wishes.at(i).content - widths.at(i), 0, rest - wish.content);
        widths[i] += more;
        rest -= more;
    }
    widths[flexible] = std::max(rest, wish.least);
    return widths;
}

} // namespace faultline::ui
