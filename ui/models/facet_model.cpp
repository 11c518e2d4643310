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

QVariant FacetModel::cell(int index, int column, int role) const
{
    const FacetRow& each = row(index);
    switch (role) {
    case Qt::DisplayRole:
        if (column == CountColumn)
            return each.number;
        if (column != LabelColumn)
            return {};
        if (each.use == FacetValue::Use::None)
            return each.label;
        //: a chosen value of a field; the signs are those of search lines
        return each.use == FacetValue::Use::Included ? tr("= %1").arg(each.label)
                                                     : tr("≠ %1").arg(each.label);
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
        return int(each.term.isEmpty() || column == CountColumn ? Tone::Dim : Tone::Normal);
    default: return {};
    }
}

QString FacetModel::headerCell(int column) const
{
    switch (column) {
    case LabelColumn: return tr("Value");
    case CountColumn: return tr("Reports");
    default: return {};
    }
}

Qt::Alignment FacetModel::alignment(int column) const
{
    return (column == CountColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace faultline::ui
