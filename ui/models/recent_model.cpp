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

QString RecentModel::text(const RecentRow& recent, int column)
{
    switch (column) {
    case FileColumn: return recent.cause.isEmpty() ? name(recent) : recent.cause;
    case SystemColumn: return recent.system;
    case TimeColumn: return recent.time;
    case QualityColumn:
        if (!recent.exists)
            return tr("file is gone");
        return recent.framePercent < 0 ? QString() : tr("%1 % of frames").arg(recent.framePercent);
    default: return {};
    }
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

QVariant RecentModel::cell(int index, int column, int role) const
{
    const RecentRow& recent = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(recent, column);
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
    default: return {};
    }
}

QString RecentModel::headerCell(int column) const
{
    switch (column) {
    case FileColumn: return tr("Crash");
    case SystemColumn: return tr("System");
    case TimeColumn: return tr("Time");
    case QualityColumn: return tr("Frames with names");
    case PinColumn: return tr("Pinned");
    default: return {};
    }
}

} // namespace faultline::ui
