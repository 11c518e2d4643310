// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"

#include <QCoreApplication>
#include <QSet>

namespace faultline::ui {

/// A value of a field, with the number of reports that have it.
struct FacetValue
{
    enum class Use { None, Included, Excluded };

    QString label;
    QString term; ///< The word of the search line that includes it.
    quint64 count = 0;
    Use use = Use::None; ///< What the present search says of it.

    bool operator==(const FacetValue&) const = default;
};

/// A field with its most frequent values.
struct Facet
{
    enum class State { Reading, Ready, Failed };

    QString name; ///< Of the field, as in search lines.
    QString title;
    State state = State::Reading;
    QList<FacetValue> values{};
    QString problem{}; ///< Of Failed.

    bool operator==(const Facet&) const = default;
};

struct FacetRow
{
    QString field;
    QString label;
    QString term{}; ///< Empty for the heading of a field, and for a remark.
    QString number{};
    int amount = 0; ///< Per mille of the field's most frequent value.
    FacetValue::Use use = FacetValue::Use::None;
    bool isHeading = false;
    bool isOpen = true;

    QString key() const { return field + u'\n' + (isHeading ? QString() : u'=' + label); }

    bool operator==(const FacetRow&) const = default;
};

/// All facets in one list; the values of each stand below its heading and can be folded.
class FacetModel final : public ColumnsModel<FacetRow>
{
    Q_DECLARE_TR_FUNCTIONS(FacetModel)

public:
    enum Column { LabelColumn, AmountColumn, CountColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

    void setFacets(QList<Facet> facets);
    /// Opens or closes the field of this row.
    void toggle(int row);

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void layOut();
    void addValues(const Facet& facet, QList<FacetRow>& rows) const;
    static QString labelText(const FacetRow& row);
    static QString sentence(const FacetRow& row);

    QList<Facet> m_facets;
    QSet<QString> m_closed; ///< Names of fields.
};

} // namespace faultline::ui
