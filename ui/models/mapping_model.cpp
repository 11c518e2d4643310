// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/mapping_model.h"

#include "ui/models/roles.h"

namespace faultline::ui {

namespace {

struct FileWords
{
    Q_DECLARE_TR_FUNCTIONS(MappedFiles)
};

QString stateText(MappedFileRow::State state)
{
    switch (state) {
    case MappedFileRow::State::Unmapped: return FileWords::tr("no mapping fits");
    case MappedFileRow::State::Checking: return QStringLiteral("…");
    case MappedFileRow::State::Found: return FileWords::tr("found");
    case MappedFileRow::State::Missing: return FileWords::tr("no such file");
    }
    return {};
}

Tone toneOf(MappedFileRow::State state)
{
    switch (state) {
    case MappedFileRow::State::Found: return Tone::Ok;
    case MappedFileRow::State::Missing: return Tone::Warn;
    default: return Tone::Dim;
    }
}

} // namespace

MappedFileModel::Table MappedFileModel::table() const
{
    static constexpr TableColumn<MappedFileRow> kColumns[] = {
        {.id = RecordedColumn,
         .title = [] { return tr("File in the report"); },
         .text = field<&MappedFileRow::recorded>,
         .room = {.width = 0},
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
        {.id = LocalColumn,
         .title = [] { return tr("On this computer"); },
         .text = field<&MappedFileRow::local>,
         .room = {.width = 50},
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
        {.id = StateColumn,
         .title = [] { return tr("State"); },
         .text = [](const MappedFileRow& row) -> QVariant { return stateText(row.state); },
         .room = {.width = 14, .firmness = 1.5},
         .elide = Qt::ElideLeft},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant MappedFileModel::cell(int index, int column, int role) const
{
    const MappedFileRow& file = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(file, column);
    case Qt::AccessibleTextRole:
        return column == RecordedColumn
                   ? QVariant(QStringList{file.recorded, file.local, stateText(file.state)}.join(
                         QStringLiteral(", ")))
                   : QVariant();
    case ToneRole: return int(column == StateColumn ? toneOf(file.state) : Tone::Normal);
    default: return cellOfColumn(file, column, role);
    }
}

MappingModel::Table MappingModel::table() const
{
    static constexpr TableColumn<MappingRow> kColumns[] = {
        {.id = RecordedColumn,
         .title = [] { return tr("Folder of the build"); },
         .text = field<&MappingRow::recorded>,
         .room = {.width = 50},
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
        {.id = LocalColumn,
         .title = [] { return tr("Folder on this computer"); },
         .text = field<&MappingRow::local>,
         .room = {.width = 0},
         .face = Face::Fixed,
         .elide = Qt::ElideLeft},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant MappingModel::cell(int index, int column, int role) const
{
    const MappingRow& mapping = row(index);
    switch (role) {
    case Qt::ToolTipRole: return text(mapping, column);
    case Qt::AccessibleTextRole:
        return column == RecordedColumn
                   ? QVariant(tr("%1 lies in %2").arg(mapping.recorded, mapping.local))
                   : QVariant();
    default: return cellOfColumn(mapping, column, role);
    }
}

} // namespace faultline::ui
