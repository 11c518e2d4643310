// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/table_filter.h"

#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/views/filter_header.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"

#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

/// Rows whose texts are taken in one turn of the event loop, which takes some milliseconds.
constexpr int kSlice = 4000;
constexpr int kFilterAgainMs = 100;

} // namespace

TableFilter::TableFilter(const Theme& theme, RowView& view, FilterHeader& header)
    : QObject(&view), m_theme(theme), m_view(view), m_header(header)
{
    m_mailbox->owner = this;
    connect(this, &TableFilter::made, this, &TableFilter::deliver, Qt::QueuedConnection);
    m_gather.setSingleShot(true);
    connect(&m_gather, &QTimer::timeout, this, &TableFilter::gather);
    m_changed.setSingleShot(true);
    m_changed.setInterval(kFilterAgainMs);
    connect(&m_changed, &QTimer::timeout, this, &TableFilter::look);
    connect(&header.line(), &FilterLine::queryChanged, this, &TableFilter::look);
    connect(&header.line(), &FilterLine::stepRequested, this, &TableFilter::step);
    connect(&header.line(), &FilterLine::rowsRequested, this,
            [this] { m_view.setFocus(Qt::OtherFocusReason); });
    connect(&header.line(), &FilterLine::closeRequested, this, &TableFilter::close);
}

TableFilter::~TableFilter()
{
    m_stop.request_stop();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

bool TableFilter::isOpen() const
{
    return m_header.isFilterShown();
}

void TableFilter::start()
{
    if (!isOpen()) {
        m_header.showFilter(true);
        Q_EMIT opened(true);
        look();
    }
    m_header.line().start();
}

void TableFilter::close()
{
    if (!isOpen())
        return;
    m_view.setFocus(Qt::OtherFocusReason);
    m_header.showFilter(false);
    m_header.line().setText({});
    Q_EMIT opened(false);
}

void TableFilter::add(const QString& word)
{
    start();
    const QString text = m_header.line().query().text;
    m_header.line().setText(text.isEmpty() ? word : text + u' ' + word);
}

void TableFilter::rowsChanged()
{
    if (isOpen() && m_filter && !m_changed.isActive())
        m_changed.start();
}

void TableFilter::modelChanged()
{
    m_gather.stop();
    m_stop.request_stop();
    ++m_run;
    m_rows.clear();
    if (isOpen())
        m_changed.start();
}

QStringList TableFilter::titles(int role) const
{
    QStringList titles;
    for (int i = 0; i < m_view.model()->columnCount(); ++i)
        titles.append(m_view.model()->headerData(i, Qt::Horizontal, role).toString());
    return titles;
}

void TableFilter::look()
{
    m_changed.stop();
    m_gather.stop();
    m_stop.request_stop();
    m_stop = std::stop_source();
    ++m_run;
    if (!m_view.model())
        return;
    const FilterQuery query = m_header.line().query();
    if (query.text.trimmed().isEmpty()) {
        m_filter.reset();
        return showAll();
    }
    auto made = RowFilter::make(query, titles(Qt::DisplayRole), titles(EnglishRole));
    if (!made.filter)
        return m_header.line().showProblem(made.problem);
    m_filter = std::move(made.filter);
    m_rows.clear();
    gather();
}

FilterRow TableFilter::rowAt(int row) const
{
    const QAbstractItemModel& model = *m_view.model();
    FilterRow taken;
    const QModelIndex first = model.index(row, 0);
    taken.isHead = Group(first.data(GroupRole).toInt()) != Group::None;
    for (int i = 0; i < model.columnCount(); ++i)
        taken.cells.append(first.siblingAtColumn(i).data(WholeTextRole).toString());
    const QVariantList range = first.data(RangeRole).toList();
    taken.begin = range.value(0).toULongLong();
    taken.end = range.value(1).toULongLong();
    taken.ids = first.data(IdsRole).toStringList();
    return taken;
}

/// Takes the texts of the next rows, and looks at all when they are there.
void TableFilter::gather()
{
    if (!m_view.model()) // Its report was closed.
        return;
    const int count = m_view.model()->rowCount();
    const int end = std::min(count, int(m_rows.size()) + kSlice);
    for (int row = int(m_rows.size()); row < end; ++row)
        m_rows.append(rowAt(row));
    if (end < count)
        m_gather.start(0);
    else if (count <= kSlice)
        apply(shownRows(*m_filter, std::exchange(m_rows, {}), {}));
    else
        run();
}

void TableFilter::run()
{
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, filter = *m_filter,
                                          rows = std::exchange(m_rows, {}), run = m_run,
                                          stop = m_stop.get_token()] {
        auto shown = shownRows(filter, rows, stop);
        const std::lock_guard lock(mailbox->mutex);
        if (!mailbox->owner || stop.stop_requested())
            return;
        mailbox->run = run;
        mailbox->shown = std::move(shown);
        Q_EMIT mailbox->owner->made();
    });
}

void TableFilter::deliver()
{
    QList<bool> shown;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (m_mailbox->run != m_run || !m_view.model())
            return;
        shown = std::exchange(m_mailbox->shown, {});
    }
    apply(shown);
}

/// Rows that came meanwhile are shown until they are looked at.
void TableFilter::apply(const QList<bool>& shown)
{
    const int count = std::min(m_view.model()->rowCount(), int(shown.size()));
    for (int row = 0; row < count; ++row) {
        if (m_view.isRowHidden(row, {}) == shown.at(row))
            m_view.setRowHidden(row, {}, !shown.at(row));
    }
    showCount();
}

void TableFilter::showAll()
{
    for (int row = 0; row < m_view.model()->rowCount(); ++row) {
        if (m_view.isRowHidden(row, {}))
            m_view.setRowHidden(row, {}, false);
    }
    showCount();
}

/// Heads of groups are no rows.
void TableFilter::showCount()
{
    const QAbstractItemModel& model = *m_view.model();
    int all = 0;
    int shown = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (Group(model.index(row, 0).data(GroupRole).toInt()) != Group::None)
            continue;
        ++all;
        shown += m_view.isRowHidden(row, {}) ? 0 : 1;
    }
    m_header.line().showCount(m_filter ? tr("%1 of %2").arg(shown).arg(all)
                                       : tr("%n row(s)", nullptr, all));
    showNothing(m_filter && shown == 0 && all > 0);
}

void TableFilter::showNothing(bool isNothing)
{
    if (!m_state && !isNothing)
        return;
    if (!m_state) {
        m_state = new StatePage(m_theme, m_view.viewport());
        m_state->setAutoFillBackground(true);
        m_state->setBackgroundRole(QPalette::Base);
        m_state->show({QStringLiteral("find"),
                       tr("No row fits the filter."),
                       {{tr("Clear Filter"), [this] { m_header.line().setText({}); }}},
                       {}});
    }
    placeState();
    m_state->setVisible(isNothing);
}

void TableFilter::placeState()
{
    if (m_state)
        m_state->setGeometry(m_view.viewport()->rect());
}

void TableFilter::step(int direction)
{
    const int count = m_view.model() ? m_view.model()->rowCount() : 0;
    const QModelIndex current = m_view.currentIndex();
    const int from = current.isValid() ? current.row() : direction > 0 ? -1 : 0;
    for (int i = 1; i <= count; ++i) {
        const int row = ((from + i * direction) % count + count) % count;
        const QModelIndex index = m_view.model()->index(row, 0);
        const bool isHead = Group(index.data(GroupRole).toInt()) != Group::None;
        if (isHead || m_view.isRowHidden(row, {}) || !(index.flags() & Qt::ItemIsSelectable))
            continue;
        m_view.setCurrentIndex(index);
        m_view.scrollTo(index);
        return;
    }
}

} // namespace faultline::ui
