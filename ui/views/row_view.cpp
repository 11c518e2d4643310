#include "ui/views/row_view.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace faultline::ui {

RowView::RowView(const Theme& theme, RowHeight height, QWidget* parent)
    : QTreeView(parent), m_theme(theme)
{
    setItemDelegate(new RowDelegate(theme, height, this));
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setIndentation(0);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAnimated(false);
    setExpandsOnDoubleClick(false);
    setSelectionMode(ExtendedSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    header()->setStretchLastSection(false);
    header()->setHighlightSections(false);
    header()->setMinimumSectionSize(m_theme.metrics().step * 4);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(this, &QTreeView::activated, this, &RowView::rowChosen);
    connect(header(), &QHeaderView::sectionResized, this, [this] {
        const bool dragged = !m_sizing && (QGuiApplication::mouseButtons() & Qt::LeftButton);
        m_userSized = m_userSized || dragged;
    });
    connect(&m_theme, &Theme::changed, this, [this] {
        layOutColumns();
        scheduleDelayedItemsLayout();
    });
}

void RowView::setColumnWidths(QList<double> characters)
{
    m_widths = std::move(characters);
    layOutColumns();
}

void RowView::setHiddenColumns(const QList<int>& columns)
{
    for (int i = 0; i < header()->count(); ++i)
        setColumnHidden(i, columns.contains(i));
    layOutColumns();
}

void RowView::enableColumnMenu()
{
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QHeaderView::customContextMenuRequested, this, &RowView::showColumnMenu);
}

void RowView::showColumnMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = 0; i < header()->count(); ++i) {
        const QString title = model()->headerData(i, Qt::Horizontal).toString();
        if (title.isEmpty())
            continue;
        auto* action = menu->addAction(title);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) {
            setColumnHidden(i, !shown);
            layOutColumns();
        });
    }
    menu->popup(header()->mapToGlobal(at));
}

void RowView::layOutColumns()
{
    if (!model() || m_userSized || m_widths.isEmpty())
        return;
    m_sizing = true;
    // A column may have cells in both fonts, so use the wider one.
    const double character = std::max(QFontMetricsF(m_theme.interfaceFont()).averageCharWidth(),
                                      QFontMetricsF(m_theme.fixedFont()).averageCharWidth());
    constexpr double kWordColumn =
        5; // Narrower columns hold marks and numbers, which the delegate aligns.
    constexpr double kCellMargins = 2.2; // Characters.
    int left = viewport()->width();
    int flexible = -1;
    for (int i = 0; i < header()->count(); ++i) {
        if (isColumnHidden(i))
            continue;
        const double width = i < m_widths.size() ? m_widths.at(i) : 20;
        if (width == 0) {
            flexible = i;
            continue;
        }
        header()->resizeSection(
            i, qRound((width + (width < kWordColumn ? 0 : kCellMargins)) * character));
        left -= header()->sectionSize(i);
    }
    if (flexible >= 0)
        header()->resizeSection(flexible, std::max(left, qRound(8 * character)));
    m_sizing = false;
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
                cells.append(row.siblingAtColumn(i).data().toString());
        }
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

void RowView::drawRow(QPainter* painter,
                      const QStyleOptionViewItem& option,
                      const QModelIndex& index) const
{
    QTreeView::drawRow(painter, option, index);
    // Show the focus ring to users of the keyboard only. After a click the selection is enough.
    const bool fromKeyboard = window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (!hasFocus() || !fromKeyboard || index.row() != currentIndex().row())
        return;
    painter->save();
    painter->setPen(QPen(m_theme.tokens().accent, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(
        QRect(0, option.rect.top(), viewport()->width() - 1, option.rect.height() - 1));
    painter->restore();
}

void RowView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    layOutColumns();
}

void RowView::keyPressEvent(QKeyEvent* event)
{
    const bool chooses = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (chooses && currentIndex().isValid()) {
        Q_EMIT rowChosen(currentIndex());
        return;
    }
    QTreeView::keyPressEvent(event);
}

void RowView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    viewport()->update();
    if (current.isValid() && current.row() != previous.row())
        Q_EMIT currentRowChanged(current);
}

void RowView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOutColumns();
}

} // namespace faultline::ui
