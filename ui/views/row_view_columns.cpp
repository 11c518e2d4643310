// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/settings/app_settings.h"
#include "ui/views/row_view.h"

#include <QHeaderView>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace faultline::ui {

void RowView::setColumnWidths(const QList<double>& characters)
{
    QList<ColumnRoom> rooms;
    for (const double width : characters) {
        ColumnRoom room = modelRoom(int(rooms.size()));
        room.width = width;
        rooms.append(room);
    }
    setRooms(std::move(rooms));
}

void RowView::setRooms(QList<ColumnRoom> rooms)
{
    m_rooms = std::move(rooms);
    layOutColumns();
}

ColumnRoom RowView::modelRoom(int column) const
{
    return model() ? model()->headerData(column, Qt::Horizontal, RoomRole).value<ColumnRoom>()
                   : ColumnRoom();
}

ColumnRoom RowView::roomOf(int column) const
{
    return m_rooms.isEmpty() ? modelRoom(column) : m_rooms.value(column);
}

int RowView::wholeWidth(int column) const
{
    return roomOf(column).isWhole ? contentWidth(column) : 0;
}

void RowView::setEmptyColumns(const QList<int>& columns)
{
    const QList<int> before = std::exchange(m_empty, {});
    for (const int column : before) {
        if (!columns.contains(column))
            setColumnHidden(column, false);
    }
    for (const int column : columns) {
        if (!before.contains(column) && isColumnHidden(column))
            continue; // The user hid it.
        setColumnHidden(column, true);
        m_empty.append(column);
    }
    if (m_empty != before)
        layOutColumns();
}

void RowView::setHiddenColumns(const QList<int>& columns)
{
    m_empty.clear();
    for (int i = 0; i < header()->count(); ++i)
        setColumnHidden(i, columns.contains(i));
    layOutColumns();
}

void RowView::enableColumnMenu()
{
    m_hasColumnMenu = true;
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QHeaderView::customContextMenuRequested, this, &RowView::showColumnMenu,
            Qt::UniqueConnection);
}

void RowView::showColumnMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addColumnActions(*menu);
    menu->popup(header()->mapToGlobal(at));
}

void RowView::addColumnActions(QMenu& menu)
{
    for (int i = 0; i < header()->count(); ++i) {
        const QString title = model()->headerData(i, Qt::Horizontal).toString();
        if (title.isEmpty())
            continue;
        auto* action = menu.addAction(withoutKeys(title));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) {
            setColumnHidden(i, !shown);
            m_empty.removeOne(i);
            layOutColumns();
            columnsChosen();
        });
    }
}

/// A row that is one text over all columns says nothing about the width of one.
int RowView::cellWidth(int row, int column) const
{
    if (isOneText(row))
        return 0;
    const QModelIndex index = model()->index(row, column);
    const QAbstractItemDelegate* own = itemDelegateForColumn(column);
    return own ? own->sizeHint({}, index).width() : m_delegate->cellWidth(index);
}

/// Returns the width at which no cell of the column is cut, judged by the rows in view and some
/// after them.
int RowView::contentWidth(int column) const
{
    constexpr int kLookedAt = 60;
    const QModelIndex top = indexAt({0, 0});
    const int first = top.isValid() ? top.row() : 0;
    const int last = std::min(model()->rowCount(), first + kLookedAt);
    int widest = 0;
    for (int row = first; row < last; ++row)
        widest = std::max(widest, cellWidth(row, column));
    return widest;
}

/// The same for a column of numbers, which must not change its width while the user scrolls: the
/// longest number stands in the first row or in the last ones.
int RowView::numberWidth(int column) const
{
    constexpr int kNotes = 4; // Rows at an end that may have no number.
    int widest = contentWidth(column);
    for (int i = 0; i < std::min(kNotes, model()->rowCount()); ++i)
        widest = std::max(
            {widest, cellWidth(i, column), cellWidth(model()->rowCount() - 1 - i, column)});
    return widest;
}

double RowView::characterWidth() const
{
    // A column may have cells in both fonts, so use the wider one.
    return std::max(QFontMetricsF(m_theme.interfaceFont()).averageCharWidth(),
                    QFontMetricsF(m_theme.fixedFont()).averageCharWidth());
}

ColumnWish RowView::wishOf(int column, double character) const
{
    constexpr double kWordColumn = 7; // Narrower columns hold marks and numbers.
    constexpr double kLeastNumber = 3.4;
    constexpr double kCellMargins = 2.2;
    constexpr double kLeastShare = 0.4;
    constexpr double kReadableShare = 0.6;
    constexpr double kLeastFlexible = 8;
    constexpr double kReadableFlexible = 36;
    const ColumnRoom room = roomOf(column);
    const double set = room.width;
    const int title =
        isHeaderHidden() ? 0 : header()->sectionSizeHint(column) + m_theme.metrics().textMargin();
    const int whole = wholeWidth(column);
    if (set == 0)
        return {.content = contentWidth(column),
                .least = std::max(whole, qRound(kLeastFlexible * character)),
                .isFlexible = true,
                .readable = qRound(kReadableFlexible * character)};
    if (set < kWordColumn) {
        const int needed = std::max(numberWidth(column), title);
        const int width = needed == 0 ? qRound(set * character)
                                      : std::max(needed, qRound(kLeastNumber * character));
        return {.preferred = width, .content = width, .least = width};
    }
    const int content = std::max(contentWidth(column), title);
    const int preferred = std::max(whole, qRound((set + kCellMargins) * character));
    if (room.firmness == 0)
        return {.preferred = preferred,
                .content = content,
                .least = std::max(whole, qRound(preferred * kLeastShare)),
                .readable = qRound(preferred * kReadableShare)};
    const int least = std::max(whole, std::min(content, qRound(preferred * room.firmness)));
    return {.preferred = std::max(preferred, least), .content = content, .least = least};
}

void RowView::layOutColumns()
{
    if (!model())
        return;
    if (m_userSized)
        return scaleColumns();
    const double character = characterWidth();
    QList<ColumnWish> wishes;
    QList<int> columns;
    for (int i = 0; i < header()->count(); ++i) {
        if (isColumnHidden(i))
            continue;
        wishes.append(wishOf(i, character));
        columns.append(i);
    }
    const QList<int> widths = fitColumns(wishes, viewport()->width());
    m_sizing = true;
    for (qsizetype i = 0; i < columns.size(); ++i)
        header()->resizeSection(columns.at(i), widths.at(i));
    m_sizing = false;
    m_sizedFor = character;
}

/// Columns that the user sized keep their widths in characters when the zoom changes.
void RowView::scaleColumns()
{
    const double character = characterWidth();
    if (m_sizedFor <= 0 || m_sizedFor == character)
        return;
    m_sizing = true;
    for (int i = 0; i < header()->count(); ++i) {
        if (!isColumnHidden(i))
            header()->resizeSection(i, qRound(header()->sectionSize(i) * character / m_sizedFor));
    }
    m_sizing = false;
    m_sizedFor = character;
}

void RowView::enableSorting()
{
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    header()->setSortIndicatorClearable(true);
    header()->setSectionsClickable(true);
    setSortingEnabled(true);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &RowView::columnsChosen);
}

void RowView::rememberColumns(AppSettings& settings, const QString& name)
{
    m_settings = nullptr;
    restoreColumns(settings.columns(name));
    m_settings = &settings;
    m_columnsName = name;
}

void RowView::columnsChosen()
{
    if (m_settings)
        m_settings->setColumns(m_columnsName, savedColumns());
}

/// For each column its width in hundredths of a character, negative when hidden, as "width,width;
/// sort column;order". Widths are left out until the user sizes a column.
QByteArray RowView::savedColumns() const
{
    QStringList widths;
    for (int i = 0; i < header()->count(); ++i) {
        const int width =
            m_userSized ? qRound(100 * header()->sectionSize(i) / characterWidth()) : 1;
        const bool isHidden = isColumnHidden(i) && !m_empty.contains(i);
        widths.append(QString::number(isHidden ? -1 : std::max(1, width)));
    }
    const int sortColumn = isSortingEnabled() ? header()->sortIndicatorSection() : -1;
    return QStringLiteral("%1;%2;%3")
        .arg(widths.join(u','))
        .arg(sortColumn)
        .arg(int(header()->sortIndicatorOrder()))
        .toLatin1();
}

void RowView::restoreColumns(const QByteArray& columns)
{
    const QStringList fields = QString::fromLatin1(columns).split(u';');
    const QStringList widths = fields.value(0).split(u',', Qt::SkipEmptyParts);
    if (fields.size() != 3 || widths.size() != header()->count())
        return;
    const bool isSized =
        std::ranges::any_of(widths, [](const QString& width) { return width.toInt() > 1; });
    m_empty.clear();
    for (int i = 0; i < header()->count(); ++i)
        setColumnHidden(i, widths.at(i).toInt() < 0);
    m_userSized = false;
    layOutColumns();
    m_userSized = isSized;
    m_sizing = true;
    for (int i = 0; isSized && i < header()->count(); ++i) {
        if (widths.at(i).toInt() > 1)
            header()->resizeSection(i, qRound(widths.at(i).toInt() * characterWidth() / 100));
    }
    m_sizing = false;
    m_sizedFor = characterWidth();
    if (isSortingEnabled())
        sortByColumn(std::clamp(fields.at(1).toInt(), -1, header()->count() - 1),
                     fields.at(2).toInt() == int(Qt::DescendingOrder) ? Qt::DescendingOrder
                                                                      : Qt::AscendingOrder);
}

} // namespace faultline::ui
