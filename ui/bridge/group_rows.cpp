// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/group_rows.h"

#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace faultline::ui {

namespace {

using library::QueryField;

/// With fewer reports a share says little.
constexpr std::uint64_t kFewReports = 5;
/// A value stands out when it is this much more frequent here, in per mille.
constexpr int kStandsOut = 300;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(GroupRows)
};

QString fieldTitle(QueryField field)
{
    switch (field) {
    case QueryField::Version: return Words::tr("Version");
    case QueryField::Os: return Words::tr("System");
    case QueryField::OsVersion: return Words::tr("System version");
    case QueryField::Arch: return Words::tr("Architecture");
    case QueryField::Product: return Words::tr("Product");
    case QueryField::Reason: return Words::tr("Reason");
    case QueryField::Device: return Words::tr("Device");
    case QueryField::Thread: return Words::tr("Thread");
    case QueryField::ProcessType: return Words::tr("Process");
    case QueryField::StackModule: return Words::tr("Module on the stack");
    case QueryField::Customer: return Words::tr("Customer");
    default: return toQString(library::queryFieldName(field));
    }
}

int perMille(std::uint64_t part, std::uint64_t whole)
{
    constexpr std::uint64_t kWhole = 1000;
    return whole == 0 ? 0 : int(std::min(part, whole) * kWhole / whole);
}

/// Rounded to the nearest; what is there is never "0 %", and what is not whole is never "100 %".
QString percentText(std::uint64_t part, std::uint64_t whole)
{
    int percent = (perMille(part, whole) + 5) / 10;
    if (part > 0 && part < whole)
        percent = std::clamp(percent, 1, 99);
    //: a share of all
    return Words::tr("%1 %").arg(QLocale().toString(percent));
}

/// A field with several values in one report, such as modules, adds up to more than all reports.
bool isSameInAll(const engine::FieldShares& shares)
{
    return shares.values.size() == 1 && shares.values.front().here == shares.reportsHere;
}

ShareRow headingOf(QueryField field, const engine::FieldShares& shares)
{
    ShareRow row{.field = toQString(library::queryFieldName(field)),
                 .label = fieldTitle(field),
                 .isHeading = true};
    if (field != QueryField::StackModule && shares.reportsHere > 1)
        row.here = isSameInAll(shares) ? Words::tr("same in all") : Words::tr("differs");
    return row;
}

QString labelOf(QueryField field, const std::string& value)
{
    if (value.empty())
        return Words::tr("none");
    const bool isUnknown = field == QueryField::Arch && value == archName(Arch::Unknown);
    return isUnknown ? Words::tr("unknown") : toQString(value);
}

QString sentenceOf(const library::GroupSummary& group, const QDateTime& now)
{
    const QString reports = Words::tr("%Ln report(s)", nullptr, int(group.count));
    if (group.regressions > 0)
        return Words::tr("Back: %Ln report(s) since the fix", nullptr, int(group.regressions));
    if (group.customers == 0)
        return group.lastCrash
                   //: number of reports, and the time of the last one
                   ? Words::tr("%1, the last %2").arg(reports, dayText(group.lastCrash, now))
                   : reports;
    //: numbers of reports and of customers
    return Words::tr("%1 from %2")
        .arg(reports, Words::tr("%Ln customer(s)", nullptr, int(group.customers)));
}

QString causeOf(const library::GroupSummary& group)
{
    return group.reasons.empty() || group.reasons.front().first.empty()
               ? Words::tr("no reason given")
               : toQString(group.reasons.front().first);
}

} // namespace

GroupHead makeGroupHead(const engine::GroupStudy& study, const QDateTime& now)
{
    const auto& group = study.group;
    const bool isBack = group.regressions > 0;
    GroupHead head{.sentence = sentenceOf(group, now), .signature = toQString(group.signature)};
    head.facts = causeOf(group);
    if (!group.versions.empty() && !group.versions.front().first.empty())
        head.facts += QStringLiteral("  ·  ") +
                      Words::tr("%n version(s)", nullptr, int(group.versions.size()));
    if (isBack)
        head.facts +=
            QStringLiteral("  ·  ") + Words::tr("%Ln report(s) in all", nullptr, int(group.count));
    head.status = isBack ? Words::tr("regression")
                         : statusText(group.triage.status, toQString(group.triage.fixedIn));
    head.badge = isBack ? BadgeStyle::Crash : statusBadge(group.triage.status);
    head.firstSeen = firstText(group, now);
    head.lastSeen = lastText(group, now);
    head.days = group.timed == group.count ? GroupHead::Days::OfCrashes
                : group.timed == 0         ? GroupHead::Days::OfImports
                                           : GroupHead::Days::Mixed;
    head.reports = study.reports.total;
    return head;
}

QList<StoredFrameRow> makeCommonFrames(const engine::CommonStack& stack)
{
    QList<StoredFrameRow> rows;
    int number = 0;
    for (const auto& [frame, stacks] : stack.frames) {
        StoredFrameRow row{.number = {},
                           .function = storedFunction(frame),
                           .module = toQString(frame.module),
                           .isInlined = frame.isInlined,
                           .isGuess = frame.isGuess,
                           .isOwn = frame.isOwn};
        if (!frame.isInlined)
            row.number = QString::number(number++);
        row.at = int(rows.size());
        row.isTop = rows.isEmpty();
        if (stacks > 0)
            //: how many of how many
            row.share = Words::tr("%1 of %2")
                            .arg(QLocale().toString(qulonglong(stacks)),
                                 QLocale().toString(qulonglong(stack.compared)));
        rows.append(row);
    }
    return rows;
}

const std::vector<QueryField>& sharedFields()
{
    static const std::vector<QueryField> fields{
        QueryField::Version, QueryField::Os,       QueryField::OsVersion,  QueryField::Arch,
        QueryField::Product, QueryField::Reason,   QueryField::Device,     QueryField::ProcessType,
        QueryField::Thread,  QueryField::Customer, QueryField::StackModule};
    return fields;
}

QList<ShareRow> makeShares(QueryField field, const engine::FieldShares& shares)
{
    const bool saysNothing = std::ranges::all_of(
        shares.values, [](const engine::ValueShare& each) { return each.value.empty(); });
    if (saysNothing)
        return {};
    QList<ShareRow> rows{headingOf(field, shares)};
    for (const auto& [value, here, everywhere] : shares.values) {
        const int share = perMille(here, shares.reportsHere);
        const int others = perMille(everywhere, shares.reportsEverywhere);
        rows.append(
            {.field = rows.front().field,
             .label = labelOf(field, value),
             .here = percentText(here, shares.reportsHere),
             .everywhere = percentText(everywhere, shares.reportsEverywhere),
             .amount = share,
             .standsOut = shares.reportsHere >= kFewReports && share - others >= kStandsOut});
    }
    return rows;
}

QList<ShareRow> makeFailedShares(QueryField field, const Error& error)
{
    const ShareRow heading{.field = toQString(library::queryFieldName(field)),
                           .label = fieldTitle(field),
                           .isHeading = true};
    return {heading, {.field = heading.field, .label = errorText(error)}};
}

QList<AlikeRow> makeAlikeRows(const engine::LibraryAlike& alike)
{
    QList<AlikeRow> rows;
    for (const auto& each : alike.groups) {
        const QString percent = QLocale().toString(int(std::lround(each.likeness * 100)));
        rows.append({.group = each.group.id,
                     .rowVersion = each.group.rowVersion,
                     .report = each.report,
                     .signature = toQString(each.group.signature),
                     .likeness = Words::tr("%1 % alike").arg(percent),
                     .reports = Words::tr("%Ln report(s)", nullptr, int(each.group.count)),
                     .difference = each.differing == 0 ? Words::tr("every frame has its like")
                                                       : Words::tr("%Ln frame(s) differ", nullptr,
                                                                   int(each.differing))});
    }
    return rows;
}

} // namespace faultline::ui
