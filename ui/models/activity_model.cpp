// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/activity_model.h"

#include "ui/models/roles.h"

#include <algorithm>

namespace faultline::ui {

namespace {

/// The model keeps this many finished rows and forgets the oldest beyond it.
constexpr qsizetype kMostRows = 500;

} // namespace

QString ActivityModel::sentenceOf(const ActivityRow& activity)
{
    QStringList parts{activity.what};
    if (!activity.subject.isEmpty())
        parts.append(activity.subject);
    parts.append(QString(activity.stateText + u' ' + activity.amount).trimmed());
    if (!activity.timeLeft.isEmpty())
        //: %1 is a time, such as "12 s"
        parts.append(tr("%1 left").arg(activity.timeLeft));
    return parts.join(QStringLiteral(", "));
}

void ActivityModel::put(const QList<ActivityRow>& rows)
{
    auto next = allRows();
    for (const ActivityRow& activity : rows) {
        const auto found = std::ranges::find(next, activity.id, &ActivityRow::id);
        if (found != next.end())
            *found = activity;
        else
            next.prepend(activity);
    }
    std::ranges::stable_partition(
        next, [](const ActivityRow& row) { return row.state == ActivityRow::State::Running; });
    while (next.size() > kMostRows && next.last().state != ActivityRow::State::Running)
        next.removeLast();
    setRows(std::move(next));
}

void ActivityModel::clearFinished()
{
    auto next = allRows();
    next.removeIf([](const ActivityRow& row) { return row.state != ActivityRow::State::Running; });
    setRows(std::move(next));
}

int ActivityModel::runningCount(ActivityRow::Kind kind) const
{
    return int(std::ranges::count_if(allRows(), [kind](const ActivityRow& row) {
        return row.id.kind == kind && row.state == ActivityRow::State::Running;
    }));
}

QVariant ActivityModel::cell(int index, int column, int role) const
{
    const ActivityRow& activity = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(activity, column);
    case Qt::ToolTipRole: return activity.result.isEmpty() ? activity.location : activity.result;
    case Qt::AccessibleTextRole:
        if (column != WhatColumn)
            return {};
        return sentenceOf(activity);
    case ToneRole:
        if (column == StateColumn && activity.state == ActivityRow::State::Failed)
            return int(Tone::Warn);
        return int(column == WhatColumn ? Tone::Normal : Tone::Dim);
    case FaceRole: return int(column == LocationColumn ? Face::Fixed : Face::Interface);
    case SortRole:
        if (column == TimeLeftColumn)
            return activity.secondsLeft;
        return column == ProgressColumn ? QVariant(activity.fraction) : text(activity, column);
    default: return {};
    }
}

QString ActivityModel::text(const ActivityRow& activity, int column) const
{
    switch (column) {
    case WhatColumn: return activity.what;
    case SubjectColumn: return activity.subject;
    case StateColumn: return activity.stateText;
    case ProgressColumn: return activity.amount;
    case RateColumn: return activity.rate;
    case TimeLeftColumn: return activity.timeLeft;
    case LocationColumn: return activity.result.isEmpty() ? activity.location : activity.result;
    default: return {};
    }
}

QString ActivityModel::headerCell(int column) const
{
    switch (column) {
    case WhatColumn: return tr("What");
    case SubjectColumn: return tr("Report or module");
    case StateColumn: return tr("State");
    case ProgressColumn: return tr("Progress");
    case RateColumn: return tr("Rate");
    case TimeLeftColumn: return tr("Time left");
    case LocationColumn: return tr("Source and result");
    default: return {};
    }
}

} // namespace faultline::ui
