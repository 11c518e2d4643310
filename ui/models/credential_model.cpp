// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/credential_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant CredentialModel::cell(int index, int column, int role) const
{
    const CredentialRow& credential = row(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case SourceColumn: return credential.source;
        case KindColumn: return credential.kind;
        default: return credential.place;
        }
    case Qt::AccessibleTextRole:
        return column == SourceColumn
                   ? QVariant(
                         QStringList{credential.source, credential.kind, credential.place}.join(
                             QStringLiteral(", ")))
                   : QVariant();
    case ToneRole:
        return int(column == SourceColumn                          ? Tone::Normal
                   : column == PlaceColumn && credential.isMissing ? Tone::Warn
                                                                   : Tone::Dim);
    default: return {};
    }
}

QString CredentialModel::headerCell(int column) const
{
    switch (column) {
    case SourceColumn: return tr("Source");
    case KindColumn: return tr("Kind");
    case PlaceColumn: return tr("Where it is kept");
    default: return {};
    }
}

} // namespace faultline::ui
