// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/part_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

QVariant PartModel::cell(int index, int column, int role) const
{
    const PartRow& part = row(index);
    switch (role) {
    case Qt::DisplayRole:
        return column == NameColumn ? part.name : column == KindColumn ? part.kind : part.sentence;
    case Qt::AccessibleTextRole: {
        if (column != NameColumn)
            return {};
        QStringList facts{part.name, part.kind, part.sentence};
        facts.removeAll(QString());
        return facts.join(QStringLiteral(", "));
    }
    case Qt::ToolTipRole: return column == SentenceColumn ? part.sentence : part.path;
    case ToneRole: return int(column == KindColumn ? Tone::Dim : Tone::Normal);
    case FaceRole: return int(column == NameColumn ? Face::Fixed : Face::Interface);
    default: return {};
    }
}

QString PartModel::headerCell(int column) const
{
    switch (column) {
    case KindColumn: return tr("Kind");
    case SentenceColumn: return tr("What happened");
    default: return tr("Crash file");
    }
}

} // namespace faultline::ui
