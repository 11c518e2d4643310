// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/credential_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

CredentialModel::Table CredentialModel::table() const
{
    static constexpr TableColumn<CredentialRow> kColumns[] = {
        {.id = SourceColumn,
         .title = [] { return tr("Source"); },
         .text = field<&CredentialRow::source>,
         .room = {.width = 30}},
        {.id = KindColumn,
         .title = [] { return tr("Kind"); },
         .text = field<&CredentialRow::kind>,
         .room = {.width = 34},
         .tone = Tone::Dim},
        {.id = PlaceColumn,
         .title = [] { return tr("Where it is kept"); },
         .text = field<&CredentialRow::place>,
         .room = {.width = 0},
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant CredentialModel::cell(int index, int column, int role) const
{
    const CredentialRow& credential = row(index);
    switch (role) {
    case Qt::AccessibleTextRole:
        return column == SourceColumn
                   ? QVariant(
                         QStringList{credential.source, credential.kind, credential.place}.join(
                             QStringLiteral(", ")))
                   : QVariant();
    case ToneRole:
        if (column == PlaceColumn && credential.isMissing)
            return int(Tone::Warn);
        break;
    default: break;
    }
    return cellOfColumn(credential, column, role);
}

} // namespace faultline::ui
