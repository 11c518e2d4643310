// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/libraries_model.h"

#include <QFileInfo>
#include <QLocale>

namespace faultline::ui {

QString LibrariesModel::name(const LibraryFileRow& library)
{
    return QFileInfo(library.file).completeBaseName();
}

QString LibrariesModel::remark(const LibraryFileRow& library)
{
    if (!library.exists)
        return tr("file is gone");
    if (!library.isKnown)
        return tr("not opened yet");
    QStringList parts;
    if (library.regressions > 0)
        parts.append(tr("%n regression(s)", nullptr, int(library.regressions)));
    if (library.newGroups > 0)
        parts.append(tr("%n new group(s)", nullptr, int(library.newGroups)));
    return parts.isEmpty() ? tr("nothing new") : parts.join(QStringLiteral("  ·  "));
}

QString LibrariesModel::count(const LibraryFileRow& library)
{
    return library.isKnown && library.exists ? QLocale().toString(library.reports) : QString();
}

LibrariesModel::Table LibrariesModel::table() const
{
    static constexpr TableColumn<LibraryFileRow> kColumns[] = {
        {.id = NameColumn,
         .title = [] { return tr("Library"); },
         .text = [](const LibraryFileRow& row) -> QVariant { return name(row); },
         .room = {.width = 0}},
        {.id = CountColumn,
         .title = [] { return tr("Reports"); },
         .text = [](const LibraryFileRow& row) -> QVariant { return count(row); },
         .room = {.width = 9, .firmness = 1},
         .tone = Tone::Dim,
         .isRight = true},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant LibrariesModel::cell(int index, int column, int role) const
{
    const LibraryFileRow& library = row(index);
    switch (role) {
    case Qt::ToolTipRole: return library.file;
    case SecondLineRole: return column == NameColumn ? remark(library) : QVariant();
    case Qt::AccessibleTextRole:
        if (column != NameColumn)
            return {};
        return library.isKnown && library.exists
                   ? tr("%1, %Ln report(s), %2", nullptr, int(library.reports))
                         .arg(name(library), remark(library))
                   : tr("%1, %2").arg(name(library), remark(library));
    case ToneRole:
        if (!library.exists)
            return int(Tone::Dim);
        break;
    default: break;
    }
    return cellOfColumn(library, column, role);
}

} // namespace faultline::ui
