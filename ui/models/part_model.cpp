// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/part_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

PartModel::Table PartModel::table() const
{
    static constexpr TableColumn<PartRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Crash file"); },
         .text = field<&PartRow::name>,
         .room = {.width = 18},
         .face = Face::Fixed},
        {.id = KindColumn,
         .title = [] { return tr("Kind"); },
         .text = field<&PartRow::kind>,
         .room = {.width = 18},
         .tone = Tone::Dim},
        {.id = SentenceColumn,
         .title = [] { return tr("What happened"); },
         .text = field<&PartRow::sentence>,
         .room = {.width = 0}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant PartModel::cell(int index, int column, int role) const
{
    const PartRow& part = row(index);
    switch (role) {
    case Qt::AccessibleTextRole: {
        if (column != NameColumn)
            return {};
        QStringList facts{part.name, part.kind, part.sentence};
        facts.removeAll(QString());
        return facts.join(QStringLiteral(", "));
    }
    case Qt::ToolTipRole: return column == SentenceColumn ? part.sentence : part.path;
    default: return cellOfColumn(part, column, role);
    }
}

} // namespace faultline::ui
