// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet_model.h"

#include "ui/models/roles.h"

#include <QLocale>

#include <algorithm>

namespace faultline::ui {

void FacetModel::setFacets(QList<Facet> facets)
{
    m_facets = std::move(facets);
    layOut();
}

void FacetModel::toggle(int index)
{
    const FacetRow* heading = rowAt(index);
    if (!heading || !heading->isHeading)
        return;
    const QString field = heading->field;
    if (!m_closed.remove(field))
        m_closed.insert(field);
    layOut();
}

void FacetModel::layOut()
{
    QList<FacetRow> rows;
    for (const Facet& facet : std::as_const(m_facets)) {
        const bool isOpen = !m_closed.contains(facet.name);
        rows.append(
            {.field = facet.name, .label = facet.title, .isHeading = true, .isOpen = isOpen});
        if (isOpen)
            addValues(facet, rows);
    }
    setRows(std::move(rows));
}

void FacetModel::addValues(const Facet& facet, QList<FacetRow>& rows) const
{
    constexpr quint64 kWhole = 1000;
    const auto remark = [&](const QString& text) {
        rows.append({.field = facet.name, .label = text});
    };
    if (facet.state == Facet::State::Failed)
        return remark(facet.problem);
    if (facet.state == Facet::State::Reading && facet.values.isEmpty())
        return remark(tr("…"));
    if (facet.values.isEmpty())
        return remark(tr("no report"));
    quint64 most = 1;
    for (const FacetValue& value : facet.values)
        most = std::max(most, value.count);
    const bool isKnown = facet.state == Facet::State::Ready;
    for (const FacetValue& value : facet.values)
        rows.append({.field = facet.name,
                     .label = value.label,
                     .term = value.term,
                     .number = isKnown ? QLocale().toString(value.count) : tr("…"),
                     .amount = isKnown ? int(value.count * kWhole / most) : 0,
                     .use = value.use});
}

QString FacetModel::labelText(const FacetRow& row)
{
    if (row.use == FacetValue::Use::None)
        return row.label;
    //: a chosen value of a field; the signs are those of search lines
    return row.use == FacetValue::Use::Included ? tr("= %1").arg(row.label)
                                                : tr("≠ %1").arg(row.label);
}

QString FacetModel::sentence(const FacetRow& row)
{
    const QString text = tr("%1, %2").arg(row.label, row.number);
    switch (row.use) {
    case FacetValue::Use::Included: return tr("%1, included").arg(text);
    case FacetValue::Use::Excluded: return tr("%1, excluded").arg(text);
    case FacetValue::Use::None: break;
    }
    return row.term.isEmpty() ? row.label : text;
}

FacetModel::Table FacetModel::table() const
{
    static constexpr TableColumn<FacetRow> kColumns[] = {
        {.id = LabelColumn,
         .title = [] { return tr("Value"); },
         .text = [](const FacetRow& row) -> QVariant { return labelText(row); },
         .room = {.width = 0}},
        {.id = AmountColumn, .room = {.width = 10, .firmness = 1}},
        {.id = CountColumn,
         .title = [] { return tr("Reports"); },
         .text = field<&FacetRow::number>,
         .room = {.width = 8, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant FacetModel::cell(int index, int column, int role) const
{
    const FacetRow& each = row(index);
    switch (role) {
    case Qt::ToolTipRole:
        return each.term.isEmpty()
                   ? QVariant()
                   : QVariant(tr("%1\nClick: only these. Alt+click: not these.").arg(each.label));
    case Qt::AccessibleTextRole:
        return column == LabelColumn ? QVariant(sentence(each)) : QVariant();
    case GroupRole:
        if (!each.isHeading)
            return int(Group::None);
        return int(each.isOpen ? Group::Open : Group::Folded);
    case AmountRole:
        return column == AmountColumn && each.amount > 0 ? QVariant(each.amount) : QVariant();
    case ToneRole:
        if (each.term.isEmpty())
            return int(Tone::Dim);
        break;
    default: break;
    }
    return cellOfColumn(each, column, role);
}

} // namespace faultline::ui
