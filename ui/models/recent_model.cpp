// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recent_model.h"

namespace faultline::ui {

namespace {

constexpr int kAllFrames = 100;
constexpr int kManyFrames = 90; ///< With fewer names, files are worth looking for.

} // namespace

QString RecentModel::name(const RecentRow& recent)
{
    return recent.path.section(u'/', -1);
}

QString RecentModel::quality(const RecentRow& recent)
{
    if (!recent.exists)
        return tr("file is gone");
    return recent.framePercent < 0 ? QString() : tr("%1 % of frames").arg(recent.framePercent);
}

QString RecentModel::secondLine(const RecentRow& recent)
{
    if (recent.cause.isEmpty())
        return recent.signature;
    return recent.signature.isEmpty() ? name(recent)
                                      : recent.signature + QStringLiteral("  ·  ") + name(recent);
}

QString RecentModel::sentence(const RecentRow& recent)
{
    QString whole = tr("%1, file is missing").arg(name(recent));
    if (recent.exists) {
        whole = tr("%1, %2, %3").arg(name(recent), recent.signature, recent.time);
        if (!recent.cause.isEmpty())
            whole.prepend(recent.cause + QStringLiteral(", "));
    }
    return recent.isPinned ? tr("%1, pinned").arg(whole) : whole;
}

Mark RecentModel::mark(const RecentRow& recent, int column)
{
    if (column == PinColumn)
        return recent.isPinned ? Mark::Pinned : Mark::Pin;
    if (column != MarkColumn)
        return Mark::None;
    if (!recent.exists)
        return Mark::Gone;
    return recent.isCrash ? Mark::CrashThread : Mark::None;
}

Tone RecentModel::tone(const RecentRow& recent, int column)
{
    if (!recent.exists)
        return Tone::Dim;
    if (column == FileColumn)
        return Tone::Normal;
    if (column != QualityColumn || recent.framePercent < 0)
        return Tone::Dim;
    if (recent.framePercent == kAllFrames)
        return Tone::Ok;
    return recent.framePercent < kManyFrames ? Tone::Warn : Tone::Dim;
}

RecentModel::Table RecentModel::table() const
{
    static constexpr TableColumn<RecentRow> kColumns[] = {
        {.id = MarkColumn, .room = {.width = 4}},
        {.id = FileColumn,
         .title = [] { return tr("Crash"); },
         .text = [](const RecentRow& row) -> QVariant {
             return row.cause.isEmpty() ? name(row) : row.cause;
         },
         .room = {.width = 0}},
        {.id = SystemColumn,
         .title = [] { return tr("System"); },
         .text = field<&RecentRow::system>,
         .room = {.width = 12, .firmness = 1.5}},
        {.id = TimeColumn,
         .title = [] { return tr("Time"); },
         .text = field<&RecentRow::time>,
         .room = {.width = 14, .firmness = 1.5}},
        {.id = QualityColumn,
         .title = [] { return tr("Frames with names"); },
         .text = [](const RecentRow& row) -> QVariant { return quality(row); },
         .room = {.width = 19, .firmness = 1.5}},
        {.id = PinColumn, .title = [] { return tr("Pinned"); }, .room = {.width = 6}},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant RecentModel::cell(int index, int column, int role) const
{
    const RecentRow& recent = row(index);
    switch (role) {
    case Qt::ToolTipRole:
        if (column == PinColumn)
            return recent.isPinned ? tr("Unpin (Space)")
                                   : tr("Pin, so that it stays in the list (Space)");
        return recent.path;
    case Qt::AccessibleTextRole:
        if (column == PinColumn)
            return recent.isPinned ? tr("pinned") : tr("not pinned");
        return column == MarkColumn ? QVariant(sentence(recent)) : QVariant();
    case SecondLineRole: return column == FileColumn ? QVariant(secondLine(recent)) : QVariant();
    case MarkRole: return int(mark(recent, column));
    case ToneRole: return int(tone(recent, column));
    default: return cellOfColumn(recent, column, role);
    }
}

} // namespace faultline::ui
