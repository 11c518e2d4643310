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

QString textOf(const MappedFileRow& row, int column)
{
    switch (column) {
    case MappedFileModel::RecordedColumn: return row.recorded;
    case MappedFileModel::LocalColumn: return row.local;
    case MappedFileModel::StateColumn: return stateText(row.state);
    default: return {};
    }
}

} // namespace

QVariant MappedFileModel::cell(int index, int column, int role) const
{
    const MappedFileRow& file = row(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return textOf(file, column);
    case Qt::AccessibleTextRole:
        return column == RecordedColumn
                   ? QVariant(QStringList{file.recorded, file.local, stateText(file.state)}.join(
                         QStringLiteral(", ")))
                   : QVariant();
    case ToneRole: return int(column == StateColumn ? toneOf(file.state) : Tone::Normal);
    case FaceRole: return int(column == StateColumn ? Face::Interface : Face::Fixed);
    case ElideRole: return int(Qt::ElideLeft);
    default: return {};
    }
}

QString MappedFileModel::headerCell(int column) const
{
    switch (column) {
    case RecordedColumn: return tr("File in the report");
    case LocalColumn: return tr("On this computer");
    case StateColumn: return tr("State");
    default: return {};
    }
}

QVariant MappingModel::cell(int index, int column, int role) const
{
    const MappingRow& mapping = row(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return column == RecordedColumn ? mapping.recorded : mapping.local;
    case Qt::AccessibleTextRole:
        return column == RecordedColumn
                   ? QVariant(tr("%1 lies in %2").arg(mapping.recorded, mapping.local))
                   : QVariant();
    case FaceRole: return int(Face::Fixed);
    case ElideRole: return int(Qt::ElideLeft);
    default: return {};
    }
}

QString MappingModel::headerCell(int column) const
{
    return column == RecordedColumn ? tr("Folder of the build") : tr("Folder on this computer");
}

} // namespace faultline::ui
