// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/row_view.h"

#include "ui/models/roles.h"
#include "ui/models/table_model.h"
#include "ui/views/filter_header.h"
#include "ui/views/find_key.h"
#include "ui/views/guess_badge.h"
#include "ui/views/row_copy.h"
#include "ui/views/table_filter.h"

#include <QApplication>
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
      m_header(new FilterHeader(theme, this)), m_filter(new TableFilter(theme, *this, *m_header))
{
    setHeader(m_header);
    connect(m_filter, &TableFilter::opened, this, [this](bool isOpen) {
        setHeaderHidden(m_hidesTitles);
        updateGeometries();
        Q_EMIT filterOpened(isOpen);
    });
    connect(new FindKey(*this), &QShortcut::activated, this, &RowView::startFilter);
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
    if (model()) {
        model()->disconnect(&m_contentChanged);
        model()->disconnect(m_filter);
    }
    QTreeView::setModel(next);
    m_filter->modelChanged();
    if (!next)
        return;
    const auto changed = [this] {
        if (!m_contentChanged.isActive())
            m_contentChanged.start();
    };
    connect(next, &QAbstractItemModel::rowsInserted, &m_contentChanged, changed);
    connect(next, &QAbstractItemModel::dataChanged, &m_contentChanged, changed);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(next, signal, m_filter, &TableFilter::rowsChanged);
    connect(next, &QAbstractItemModel::dataChanged, m_filter, &TableFilter::rowsChanged);
    connect(next, &QAbstractItemModel::layoutChanged, m_filter, &TableFilter::rowsChanged);
    connect(next, &QAbstractItemModel::modelReset, m_filter, &TableFilter::rowsChanged);
    layOutColumns();
}

void RowView::startFilter()
{
    m_filter->start();
}

void RowView::closeFilter()
{
    m_filter->close();
}

bool RowView::isFiltering() const
{
    return m_filter->isOpen();
}

void RowView::stepRow(int direction)
{
    m_filter->step(direction);
}

void RowView::setHeaderHidden(bool hide)
{
    m_hidesTitles = hide;
    QTreeView::setHeaderHidden(hide && !m_filter->isOpen());
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
    return tabSeparated(tableOf(*this, CopiedRows::Selected), Titles::LeaveOut);
}

bool RowView::hasSelection() const
{
    return selectionModel() && selectionModel()->hasSelection();
}

QString RowView::currentCell() const
{
    return currentIndex().data(WholeTextRole).toString();
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
    const QRect rest =
        area.adjusted(painter.fontMetrics().horizontalAdvance(title) + m.textMargin(), 0, 0, 0);
    if (index.siblingAtColumn(0).data(GuessRole).toBool())
        drawGuessBadge(painter, rest, m_theme);
    painter.setFont(m_theme.captionFont());
    painter.setPen(t.dim);
    painter.drawText(
        rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(index.siblingAtColumn(0).data(SecondLineRole).toString(),
                                         Qt::ElideRight, rest.width() - 12 * m.step));
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
    m_filter->placeState();
}

void RowView::keyPressEvent(QKeyEvent* event)
{
    if (takeMenuKey(*event))
        return;
    if (event->key() == Qt::Key_Escape && isFiltering())
        return closeFilter();
    if (event->matches(QKeySequence::Copy) && hasSelection())
        return copyRows(*this, CopiedRows::Selected);
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
        if (!(index.flags() & Qt::ItemIsSelectable) || isRowHidden(row, {}))
            continue;
        setCurrentIndex(index);
        scrollTo(index);
        return;
    }
}

void RowView::contextMenuEvent(QContextMenuEvent* event)
{
    showRowMenu(indexAt(viewport()->mapFromGlobal(event->globalPos())), event->globalPos());
}

void RowView::showRowMenu(const QModelIndex& index, const QPoint& at)
{
    if (!index.isValid())
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("rows.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    Q_EMIT menuOpened(*menu, index);
    if (!menu->isEmpty())
        menu->addSeparator();
    addCopyActions(*menu, *this, index);
    menu->addSeparator();
    addFilterActions(*menu, index);
    if (m_hasColumnMenu)
        addColumnActions(*menu->addMenu(tr("Columns")));
    menu->popup(at);
}

void RowView::addFilterActions(QMenu& menu, const QModelIndex& index)
{
    const QString title = model()->headerData(index.column(), Qt::Horizontal).toString();
    const QString text = index.data(WholeTextRole).toString();
    if (!title.isEmpty() && !text.isEmpty() && !isOneText(index.row())) {
        menu.addAction(
            tr("Filter by This"), m_filter,
            [this, word = RowFilter::wordFor(title, text, false)] { m_filter->add(word); });
        menu.addAction(
            tr("Exclude This"), m_filter,
            [this, word = RowFilter::wordFor(title, text, true)] { m_filter->add(word); });
    }
    menu.addAction(tr("Filter…"), this, &RowView::startFilter);
}

/// The key and its older form open the menu of the current row, below it.
bool RowView::takeMenuKey(const QKeyEvent& event)
{
    const bool isMenu = event.key() == Qt::Key_Menu ||
                        (event.key() == Qt::Key_F10 && event.modifiers() == Qt::ShiftModifier);
    if (!isMenu || !currentIndex().isValid())
        return false;
    scrollTo(currentIndex());
    showRowMenu(currentIndex(), viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
    return true;
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

RowView* focusedTable()
{
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        if (auto* table = qobject_cast<RowView*>(widget))
            return table;
    }
    return nullptr;
}

} // namespace faultline::ui
