// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/activity_model.h"

#include "ui/models/roles.h"

#include <algorithm>

namespace faultline::ui {

namespace {

/// The model keeps this many finished rows and forgets the oldest beyond it.
constexpr qsizetype kMostRows = 500;

QString outcomeOf(const ActivityRow& activity)
{
    return activity.result.isEmpty() ? activity.location : activity.result;
}

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

ActivityModel::Table ActivityModel::table() const
{
    static constexpr TableColumn<ActivityRow> kColumns[] = {
        {.id = WhatColumn,
         .title = [] { return tr("What"); },
         .text = field<&ActivityRow::what>,
         .room = {.width = 13, .firmness = 1.5}},
        {.id = SubjectColumn,
         .title = [] { return tr("Report or module"); },
         .text = field<&ActivityRow::subject>,
         .room = {.width = 12, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = StateColumn,
         .title = [] { return tr("State"); },
         .text = field<&ActivityRow::stateText>,
         .room = {.width = 9, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = ProgressColumn,
         .title = [] { return tr("Progress"); },
         .text = field<&ActivityRow::amount>,
         .room = {.width = 16, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = RateColumn,
         .title = [] { return tr("Rate"); },
         .text = field<&ActivityRow::rate>,
         .room = {.width = 7, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = TimeLeftColumn,
         .title = [] { return tr("Time left"); },
         .text = field<&ActivityRow::timeLeft>,
         .room = {.width = 6, .firmness = 1.5},
         .tone = Tone::Dim},
        {.id = LocationColumn,
         .title = [] { return tr("Source and result"); },
         .text = [](const ActivityRow& row) -> QVariant { return outcomeOf(row); },
         .room = {.width = 0},
         .tone = Tone::Dim,
         .face = Face::Fixed},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ActivityModel::cell(int index, int column, int role) const
{
    const ActivityRow& activity = row(index);
    switch (role) {
    case Qt::ToolTipRole: return outcomeOf(activity);
    case Qt::AccessibleTextRole:
        if (column != WhatColumn)
            return {};
        return sentenceOf(activity);
    case ToneRole:
        if (column == StateColumn && activity.state == ActivityRow::State::Failed)
            return int(Tone::Warn);
        break;
    case SortRole:
        if (column == TimeLeftColumn)
            return activity.secondsLeft;
        return column == ProgressColumn ? QVariant(activity.fraction) : text(activity, column);
    default: break;
    }
    return cellOfColumn(activity, column, role);
}

} // namespace faultline::ui
