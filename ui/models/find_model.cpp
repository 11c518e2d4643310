// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/find_model.h"

#include "ui/models/roles.h"

#include <QPoint>

namespace faultline::ui {

namespace {

int columnOf(FindRow::Part part)
{
    switch (part) {
    case FindRow::Part::Function: return FindModel::FunctionColumn;
    case FindRow::Part::Module: return FindModel::ModuleColumn;
    case FindRow::Part::Location: return FindModel::LocationColumn;
    case FindRow::Part::None: break;
    }
    return -1;
}

} // namespace

void FindModel::setFound(QList<FindRow> found, bool areClosed)
{
    if (areClosed != m_areClosed)
        m_toggled.clear();
    m_areClosed = areClosed;
    m_found = std::move(found);
    arrange();
}

void FindModel::addFound(const QList<FindRow>& found)
{
    m_found += found;
    arrange();
}

bool FindModel::isOpen(const FindRow& head) const
{
    return m_toggled.contains({head.report, head.thread}) == m_areClosed;
}

void FindModel::arrange()
{
    QList<FindRow> shown;
    shown.reserve(m_found.size());
    bool isShown = true;
    for (const FindRow& each : std::as_const(m_found)) {
        if (each.isHead)
            isShown = isOpen(each);
        if (each.isHead || isShown)
            shown.append(each);
    }
    setRows(std::move(shown));
}

void FindModel::toggle(int index)
{
    const FindRow* head = rowAt(index);
    if (!head || !head->isHead)
        return;
    const Group group(head->report, head->thread);
    if (!m_toggled.remove(group))
        m_toggled.insert(group);
    Q_EMIT dataChanged(this->index(index, 0), this->index(index, ColumnCount - 1));
    arrange();
}

std::optional<int> FindModel::nextMatch(int from, int step) const
{
    const int count = int(allRows().size());
    for (int i = 1; i <= count; ++i) {
        const int at = ((from + i * step) % count + count) % count;
        const FindRow& each = row(at);
        if (each.isMatch() || (each.isHead && !isOpen(each)))
            return at;
    }
    return std::nullopt;
}

QVariant FindModel::headCell(const FindRow& head, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        if (column == NumberColumn)
            return head.title;
        return column == FunctionColumn ? head.count : QString();
    case SecondLineRole: return head.remark;
    case Qt::AccessibleTextRole: return head.sentence;
    case GroupRole: return int(isOpen(head) ? ui::Group::Open : ui::Group::Folded);
    default: return {};
    }
}

FindModel::Table FindModel::table() const
{
    static constexpr TableColumn<FindRow> kColumns[] = {
        {.id = NumberColumn,
         .title = [] { return tr("#"); },
         .text = [](const FindRow& row) -> QVariant {
             return row.isInline ? QString() : row.number;
         },
         .room = {.width = 4},
         .tone = Tone::Faint,
         .face = Face::Fixed,
         .isRight = true},
        {.id = FunctionColumn,
         .title = [] { return tr("Function"); },
         .text = field<&FindRow::function>,
         .room = {.width = 0},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = ModuleColumn,
         .title = [] { return tr("Module"); },
         .text = field<&FindRow::module>,
         .room = {.width = 15},
         .tone = Tone::Dim},
        {.id = LocationColumn,
         .title = [] { return tr("Location"); },
         .text = field<&FindRow::location>,
         .room = {.width = 24},
         .tone = Tone::Dim,
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant FindModel::cell(int index, int column, int role) const
{
    const FindRow& found = row(index);
    if (found.isHead)
        return headCell(found, column, role);
    switch (role) {
    case Qt::ToolTipRole:
        return column == LocationColumn && !found.path.isEmpty() ? found.path : text(found, column);
    case Qt::AccessibleTextRole:
        return column == NumberColumn ? QVariant(found.sentence) : QVariant();
    case ToneRole:
        if (column == FunctionColumn && found.isMatch())
            return int(Tone::Normal);
        break;
    case MarkRole: return int(column == NumberColumn && found.isInline ? Mark::Inline : Mark::None);
    case MatchRole:
        return columnOf(found.part) == column
                   ? QVariant(QPoint(int(found.matchFrom), int(found.matchLength)))
                   : QVariant();
    default: break;
    }
    return cellOfColumn(found, column, role);
}

} // namespace faultline::ui
