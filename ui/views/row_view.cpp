// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/row_view.h"

#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/models/table_model.h"
#include "ui/views/find_line.h"
#include "ui/views/guess_badge.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>
#include <utility>

namespace faultline::ui {

RowView::RowView(const Theme& theme, RowHeight height, QWidget* parent)
    : QTreeView(parent), m_theme(theme), m_delegate(new RowDelegate(theme, height, this)),
      m_find(
          new FindLine(*this, [this](const QString& text, int step) { return find(text, step); }))
{
    setItemDelegate(m_delegate);
    // Changes come in bursts, so columns are laid out once for many of them.
    m_contentChanged.setSingleShot(true);
    m_contentChanged.setInterval(0);
    connect(&m_contentChanged, &QTimer::timeout, this, [this] {
        if (!m_userSized)
            layOutColumns();
    });
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setIndentation(0);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAnimated(false);
    setExpandsOnDoubleClick(false);
    setSelectionMode(ExtendedSelection);
    setVerticalScrollMode(ScrollPerItem); // A list begins and ends at a whole row.
    setHorizontalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    header()->setStretchLastSection(false);
    header()->setHighlightSections(false);
    header()->setMinimumSectionSize(m_theme.metrics().step * 4);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(this, &QTreeView::activated, this, &RowView::rowChosen);
    // A button held elsewhere, such as on a tab, drags no column.
    header()->viewport()->installEventFilter(this);
    connect(header(), &QHeaderView::sectionResized, this, [this] {
        const bool dragged = !m_sizing && m_titlesHeld;
        m_userSized = m_userSized || dragged;
        if (dragged)
            columnsChosen();
    });
    connect(&m_theme, &Theme::changed, this, [this] {
        layOutColumns();
        scheduleDelayedItemsLayout();
    });
}

bool RowView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == header()->viewport()) {
        const QEvent::Type type = event->type();
        if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick)
            m_titlesHeld = true;
        else if (type == QEvent::MouseButtonRelease || type == QEvent::Hide)
            m_titlesHeld = false;
    }
    return QTreeView::eventFilter(watched, event);
}

void RowView::setModel(QAbstractItemModel* next)
{
    if (model())
        model()->disconnect(&m_contentChanged);
    QTreeView::setModel(next);
    if (!next)
        return;
    const auto changed = [this] {
        if (!m_contentChanged.isActive())
            m_contentChanged.start();
    };
    connect(next, &QAbstractItemModel::rowsInserted, &m_contentChanged, changed);
    connect(next, &QAbstractItemModel::dataChanged, &m_contentChanged, changed);
}

/// QTreeView looks at every row that changed. Only those in view need it.
void RowView::dataChanged(const QModelIndex& topLeft,
                          const QModelIndex& bottomRight,
                          const QList<int>& roles)
{
    const QModelIndex top = indexAt({0, 0});
    const QModelIndex bottom = indexAt({0, viewport()->height() - 1});
    const int first = std::max(topLeft.row(), top.isValid() ? top.row() : 0);
    const int last =
        std::min(bottomRight.row(), bottom.isValid() ? bottom.row() : bottomRight.row());
    if (first > last || !topLeft.isValid())
        return;
    QTreeView::dataChanged(topLeft.siblingAtRow(first), bottomRight.siblingAtRow(last), roles);
}

int RowView::contentHeight() const
{
    const int titles = isHeaderHidden() ? 0 : header()->sizeHint().height();
    return titles + (model() ? model()->rowCount() : 0) * m_delegate->rowHeight();
}

QString RowView::selectedText() const
{
    QStringList lines;
    if (!selectionModel())
        return {};
    auto rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    for (const QModelIndex& row : std::as_const(rows)) {
        QStringList cells;
        for (int i = 0; i < header()->count(); ++i) {
            const QString title = model()->headerData(i, Qt::Horizontal).toString();
            if (!isColumnHidden(i) && !title.isEmpty())
                cells.append(row.siblingAtColumn(i).data(WholeTextRole).toString());
        }
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

namespace {

Group groupOf(const QModelIndex& index)
{
    return Group(index.siblingAtColumn(0).data(GroupRole).toInt());
}

Group branchOf(const QModelIndex& index)
{
    return Group(index.siblingAtColumn(0).data(BranchRole).toInt());
}

} // namespace

bool RowView::isOneText(int row) const
{
    return groupOf(model()->index(row, 0)) != Group::None;
}

/// Is the row cut by the lower edge? Such a row is left out, so that a list ends at a whole row.
bool RowView::isCut(const QRect& row) const
{
    return row.top() > 0 && row.bottom() >= viewport()->height();
}

QRect RowView::visualRect(const QModelIndex& index) const
{
    const QRect row = QTreeView::visualRect(index);
    const bool isShown = row.top() >= 0 && !isCut(row) && !viewport()->visibleRegion().isEmpty();
    return m_isScrolling || isShown ? row : QRect();
}

void RowView::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    const bool outer = std::exchange(m_isScrolling, true); // QTreeView needs the row's place.
    QTreeView::scrollTo(index, hint);
    m_isScrolling = outer;
}

/// QTreeView draws only the columns that the region touches. A text can reach into the columns
/// after its own, so rows are drawn whole.
void RowView::paintEvent(QPaintEvent* event)
{
    const QRect area = event->rect();
    QPaintEvent whole(QRect(0, area.top(), viewport()->width(), area.height()));
    QTreeView::paintEvent(&whole);
}

void RowView::drawRow(QPainter* painter,
                      const QStyleOptionViewItem& option,
                      const QModelIndex& index) const
{
    if (isCut(option.rect))
        return;
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    if (groupOf(index) != Group::None) {
        drawGroup(*painter, row, index);
    } else {
        painter->save();
        m_delegate->drawGround(*painter, row, selectionModel()->isRowSelected(index.row(), {}));
        painter->restore();
        QTreeView::drawRow(painter, option, index);
    }
    // Show the focus ring to users of the keyboard only. After a click the selection is enough.
    const bool fromKeyboard = window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (!hasFocus() || !fromKeyboard || index.row() != currentIndex().row())
        return;
    painter->save();
    painter->setPen(QPen(m_theme.tokens().accent, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(row.adjusted(0, 0, -1, -1));
    painter->restore();
}

/// The head of a group: a triangle, the name, and at the right how many rows it has.
void RowView::drawGroup(QPainter& painter, const QRect& row, const QModelIndex& index) const
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    painter.save();
    painter.fillRect(row, t.alternate);
    painter.setPen(t.line);
    painter.drawLine(row.bottomLeft(), row.bottomRight());
    if (index.row() > 0)
        painter.drawLine(row.topLeft(), row.topRight());
    QStyleOption mark;
    mark.rect =
        QRect(row.left() + m.textMargin() - m.step / 2, row.top(), 3 * m.step, row.height());
    mark.state = QStyle::State_Children;
    mark.state.setFlag(QStyle::State_Open, groupOf(index) == Group::Open);
    style()->drawPrimitive(QStyle::PE_IndicatorBranch, &mark, &painter, this);
    QFont font = m_theme.captionFont();
    const QRect area = row.adjusted(mark.rect.right() + m.step, 0, -m.textMargin(), 0);
    painter.setFont(font);
    painter.setPen(t.dim);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter,
                     index.siblingAtColumn(1).data().toString());
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(t.text);
    const QString title = index.siblingAtColumn(0).data().toString();
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (index.siblingAtColumn(0).data(GuessRole).toBool()) {
        const int used = painter.fontMetrics().horizontalAdvance(title) + m.textMargin();
        drawGuessBadge(painter, area.adjusted(used, 0, 0, 0), m_theme);
    }
    painter.restore();
}

/// Opens or closes the group that the row heads; Group::None does either.
bool RowView::toggleGroup(const QModelIndex& index, Group wanted)
{
    const Group head = index.isValid() ? groupOf(index) : Group::None;
    const Group group = head == Group::None && index.isValid() ? branchOf(index) : head;
    if (group == Group::None || group == wanted)
        return false;
    Q_EMIT groupToggled(index);
    return true;
}

void RowView::mouseReleaseEvent(QMouseEvent* event)
{
    QTreeView::mouseReleaseEvent(event);
    const QPoint at = event->position().toPoint();
    const QModelIndex index = indexAt(at);
    if (event->button() != Qt::LeftButton || !index.isValid())
        return;
    // A branch opens by its mark, so that the row can be selected without opening it.
    if (groupOf(index) != Group::None ||
        m_delegate->branchRect(visualRect(index), index).contains(at))
        toggleGroup(index, Group::None);
}

void RowView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    layOutColumns();
}

void RowView::keyPressEvent(QKeyEvent* event)
{
    const bool chooses = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (chooses && toggleGroup(currentIndex(), Group::None))
        return;
    if (event->key() == Qt::Key_Right && toggleGroup(currentIndex(), Group::Open))
        return;
    if (event->key() == Qt::Key_Left && toggleGroup(currentIndex(), Group::Folded))
        return;
    if (chooses && currentIndex().isValid()) {
        Q_EMIT rowChosen(currentIndex());
        return;
    }
    // The first and the last row may be notes, which cannot be selected.
    if (event->modifiers() == Qt::NoModifier && event->key() == Qt::Key_Home)
        return selectEdge(0, 1);
    if (event->modifiers() == Qt::NoModifier && event->key() == Qt::Key_End)
        return selectEdge(model() ? model()->rowCount() - 1 : 0, -1);
    QTreeView::keyPressEvent(event);
}

void RowView::selectEdge(int from, int step)
{
    for (int row = from; model() && row >= 0 && row < model()->rowCount(); row += step) {
        const QModelIndex index = model()->index(row, 0);
        if (!(index.flags() & Qt::ItemIsSelectable))
            continue;
        setCurrentIndex(index);
        scrollTo(index);
        return;
    }
}

bool RowView::rowHolds(int row, const QString& text) const
{
    for (int i = 0; i < header()->count(); ++i) {
        if (!isColumnHidden(i) &&
            model()->index(row, i).data().toString().contains(text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

/// Selects the next row that holds the text, counted from the current row; 0 looks at the current
/// row first. Goes on at the other end.
bool RowView::find(const QString& text, int step)
{
    const int count = model() ? model()->rowCount() : 0;
    const int direction = step < 0 ? -1 : 1;
    const int begin = std::max(0, currentIndex().row()) + step;
    for (int i = 0; i < count; ++i) {
        const int row = ((begin + i * direction) % count + count) % count;
        const QModelIndex index = model()->index(row, 0);
        if (!(index.flags() & Qt::ItemIsSelectable) || !rowHolds(row, text))
            continue;
        setCurrentIndex(index);
        scrollTo(index);
        return true;
    }
    return false;
}

void RowView::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = indexAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!index.isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto copy = [](const QString& text) {
        return [text] { QGuiApplication::clipboard()->setText(text); };
    };
    const QString cell = index.data(WholeTextRole).toString();
    Q_EMIT menuOpened(*menu, index);
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addAction(tr("Copy Rows"), this, copy(selectedText()));
    if (!cell.isEmpty())
        menu->addAction(withoutKeys(tr("Copy “%1”")
                                        .arg(QFontMetrics(menu->font())
                                                 .elidedText(shownText(cell), Qt::ElideMiddle,
                                                             60 * m_theme.metrics().step))),
                        this, copy(cell));
    menu->addSeparator();
    menu->addAction(tr("Find…"), m_find, &FindLine::start);
    menu->popup(event->globalPos());
}

void RowView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    viewport()->update();
    const auto* table = dynamic_cast<const TableModel*>(model());
    const bool isChosen = table == nullptr || !table->isChanging();
    if (isChosen && current.isValid() && current.row() != previous.row())
        Q_EMIT currentRowChanged(current);
}

void RowView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOutColumns();
}

} // namespace faultline::ui
