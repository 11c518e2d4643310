// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/detail_model.h"

#include "ui/models/function_names.h"
#include "ui/models/roles.h"

#include <algorithm>

namespace faultline::ui {

void DetailModel::setFacts(QList<DetailRow> facts)
{
    m_facts = std::move(facts);
    layOut();
}

void DetailModel::toggle()
{
    m_isOpen = !m_isOpen;
    layOut();
}

void DetailModel::layOut()
{
    const auto count = std::ranges::count(m_facts, true, &DetailRow::isAboutFile);
    QList<DetailRow> rows;
    for (const DetailRow& fact : std::as_const(m_facts)) {
        if (!fact.isAboutFile)
            rows.append(fact);
    }
    if (count > 0)
        rows.append({.name = tr("About the file"),
                     .value = QString::number(count),
                     .isAboutFile = true,
                     .isHeading = true});
    for (const DetailRow& fact : std::as_const(m_facts)) {
        if (fact.isAboutFile && m_isOpen)
            rows.append(fact);
    }
    setRows(std::move(rows));
    const int heading = int(std::ranges::count(m_facts, false, &DetailRow::isAboutFile));
    if (count > 0)
        Q_EMIT dataChanged(index(heading, NameColumn), index(heading, ValueColumn), {GroupRole});
}

QVariant DetailModel::headingCell(const DetailRow& heading, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return text(heading, column);
    case GroupRole: return int(m_isOpen ? Group::Open : Group::Folded);
    case Qt::AccessibleTextRole:
        if (column != NameColumn)
            return {};
        return m_isOpen
                   ? tr("%1, %n fact(s), open", nullptr, heading.value.toInt()).arg(heading.name)
                   : tr("%1, %n fact(s), closed", nullptr, heading.value.toInt()).arg(heading.name);
    default: return {};
    }
}

DetailModel::Table DetailModel::table() const
{
    static constexpr TableColumn<DetailRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Fact"); },
         .text = field<&DetailRow::name>,
         .room = {.width = 11, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = ValueColumn,
         .title = [] { return tr("Value"); },
         .text = field<&DetailRow::value>,
         .room = {.width = 0}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant DetailModel::cell(int index, int column, int role) const
{
    const DetailRow& detail = row(index);
    if (detail.isHeading)
        return headingCell(detail, column, role);
    switch (role) {
    case Qt::ToolTipRole: return detail.value;
    case Qt::AccessibleTextRole:
        //: name and value of a fact, read as one sentence
        return column == NameColumn ? QVariant(tr("%1: %2").arg(detail.name, detail.value))
                                    : QVariant();
    case ShorterRole: return column == ValueColumn ? shorterOperands(detail.value) : QStringList();
    case FaceRole:
        return int(column == ValueColumn && detail.isFixed ? Face::Fixed : Face::Interface);
    default: return cellOfColumn(detail, column, role);
    }
}

} // namespace faultline::ui
