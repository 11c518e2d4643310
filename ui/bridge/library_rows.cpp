// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_rows.h"

#include "ui/bridge/header_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <map>
#include <string_view>

namespace faultline::ui {

namespace {

using library::QueryField;
using library::Status;
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LibraryRows)
};

QString fromStd(std::string_view text)
{
    return toQString(text);
}

QString joined(QStringList texts)
{
    texts.removeAll(QString());
    return texts.join(QStringLiteral("  ·  "));
}

/// "4.2.1", "4.0.3, 4.2.1", "4.0.3, 4.2.1 + 3"; the most frequent first.
QString listText(const Counts& values)
{
    constexpr std::size_t kShown = 2;
    QStringList shown;
    for (std::size_t i = 0; i < std::min(values.size(), kShown); ++i)
        shown.append(fromStd(values[i].first));
    const QString text = shown.join(QStringLiteral(", "));
    const auto more = values.size() - std::min(values.size(), kShown);
    //: a list of values, and how many more there are
    return more == 0 ? text : Words::tr("%1 + %2").arg(text).arg(more);
}

/// The most frequent reason, and that there are others.
QString causeText(const Counts& reasons)
{
    if (reasons.empty())
        return Words::tr("no reason given");
    const auto others = int(reasons.size()) - 1;
    const QString first = fromStd(reasons.front().first);
    return others == 0 ? first : Words::tr("%1 and %n other reason(s)", nullptr, others).arg(first);
}

/// The signature of an exception begins its reason too, which then leaves the message.
QString withoutStart(const QString& cause, const QString& signature)
{
    const QString start = signature + QStringLiteral(": ");
    return cause.startsWith(start) ? cause.sliced(start.size()) : cause;
}

QString importText(std::optional<std::int64_t> time, const QDateTime& now)
{
    return time ? Words::tr("imported %1").arg(dayText(time, now, WithTime::No)) : QString();
}

QString kindName(std::string_view name)
{
    for (int i = 0; i <= int(EventKind::NativeText); ++i) {
        if (eventKindName(EventKind(i)) == name)
            return kindText(EventKind(i));
    }
    return fromStd(name);
}

LibraryRow groupRow(const library::GroupSummary& group, const QDateTime& now)
{
    LibraryRow row{.isGroup = true, .id = group.id, .rowVersion = group.rowVersion};
    row.group = group.id;
    row.reports = group.count;
    row.signature = fromStd(group.signature);
    row.cause = withoutStart(causeText(group.reasons), row.signature);
    row.amount = QLocale().toString(qulonglong(group.count));
    row.amountNote = group.customers == 0
                         ? QString()
                         : Words::tr("%Ln customer(s)", nullptr, int(group.customers));
    row.seen = group.lastCrash ? dayText(group.lastCrash, now) : Words::tr("time unknown");
    row.seenNote = group.firstCrash
                       ? Words::tr("since %1").arg(dayText(group.firstCrash, now, WithTime::No))
                       : importText(group.lastSeen, now);
    row.versions = group.versions.empty() ? Words::tr("none given") : listText(group.versions);
    row.versionsNote = listText(group.systems);
    const bool isBack = group.regressions > 0;
    row.status = isBack ? Words::tr("regression")
                        : statusText(group.triage.status, fromStd(group.triage.fixedIn));
    row.badge = isBack ? BadgeStyle::Crash : statusBadge(group.triage.status);
    row.assignee = fromStd(group.triage.assignee);
    return row;
}

LibraryRow reportRow(const library::ReportSummary& report, const QDateTime& now)
{
    LibraryRow row{.isGroup = false, .id = report.id, .rowVersion = report.rowVersion};
    row.group = report.group;
    row.signature = fromStd(report.signature);
    row.path = fromStd(report.path);
    const QString name = row.path.section(u'/', -1);
    row.cause = joined({withoutStart(fromStd(report.reason), row.signature), name});
    row.amount = fromStd(report.product);
    row.amountNote = fromStd(report.version);
    row.seen = report.crashedAt ? dayText(report.crashedAt, now) : Words::tr("time unknown");
    row.seenNote = importText(report.importedAt, now);
    row.versions = fromStd(report.os);
    row.versionsNote = kindName(report.kind);
    row.status = report.isRegression
                     ? Words::tr("regression")
                     : statusText(report.triage.status, fromStd(report.triage.fixedIn));
    row.badge = report.isRegression ? BadgeStyle::Crash : statusBadge(report.triage.status);
    row.assignee = fromStd(report.triage.assignee);
    return row;
}

QString facetTitle(QueryField field)
{
    switch (field) {
    case QueryField::Status: return Words::tr("Status");
    case QueryField::Product: return Words::tr("Product");
    case QueryField::Version: return Words::tr("Version");
    case QueryField::Os: return Words::tr("System");
    case QueryField::StackModule: return Words::tr("Module on the stack");
    case QueryField::Customer: return Words::tr("Customer");
    default: return toQString(library::queryFieldName(field));
    }
}

FacetValue
facetValue(QueryField field, const std::string& value, std::uint64_t count, const std::string& line)
{
    FacetValue shown{.label = fromStd(value), .term = {}, .count = count};
    if (value.empty())
        shown.label = Words::tr("none");
    else if (const auto status = library::parseStatus(value); field == QueryField::Status && status)
        shown.label = statusText(*status);
    const auto term = library::queryTermText(field, value);
    shown.term = fromStd(term);
    const auto words = library::queryWords(line);
    const auto holds = [&](const std::string& word) {
        return std::ranges::any_of(words, [&](const library::QueryWord& each) {
            return std::string_view(line).substr(each.offset, each.length) == word;
        });
    };
    if (holds(term))
        shown.use = FacetValue::Use::Included;
    else if (holds("!" + term))
        shown.use = FacetValue::Use::Excluded;
    return shown;
}

} // namespace

QString dayText(std::optional<std::int64_t> time, const QDateTime& now, WithTime withTime)
{
    if (!time)
        return {};
    const QLocale locale;
    const QDateTime at = QDateTime::fromSecsSinceEpoch(*time);
    const qint64 days = at.date().daysTo(now.date());
    if (days == 0)
        return withTime == WithTime::No
                   ? Words::tr("today")
                   //: hours and minutes of today, in QLocale's format
                   : Words::tr("today %1").arg(locale.toString(at.time(), Words::tr("HH:mm")));
    if (days == 1)
        return Words::tr("yesterday");
    //: day and month of this year, in QLocale's format
    return at.date().year() == now.date().year()
               ? locale.toString(at.date(), Words::tr("d MMM"))
               //: day, month and year, in QLocale's format
               : locale.toString(at.date(), Words::tr("d MMM yyyy"));
}

QString statusText(Status status, const QString& fixedIn)
{
    switch (status) {
    case Status::New: return Words::tr("new");
    case Status::Triaged: return Words::tr("triaged");
    case Status::NeedsSymbols: return Words::tr("needs symbols");
    case Status::WaitingCustomer: return Words::tr("waiting");
    case Status::Known: return Words::tr("known");
    case Status::FixedIn:
        return fixedIn.isEmpty() ? Words::tr("fixed") : Words::tr("fixed in %1").arg(fixedIn);
    case Status::Ignored: return Words::tr("ignored");
    case Status::DuplicateOf: return Words::tr("duplicate");
    }
    return {};
}

BadgeStyle statusBadge(Status status)
{
    switch (status) {
    case Status::New: return BadgeStyle::Accent;
    case Status::NeedsSymbols: return BadgeStyle::Warn;
    case Status::FixedIn: return BadgeStyle::Ok;
    case Status::Triaged:
    case Status::WaitingCustomer:
    case Status::Known:
    case Status::Ignored:
    case Status::DuplicateOf: break;
    }
    return BadgeStyle::Plain;
}

QList<LibraryRow> makeRows(const engine::LibraryPage& page, std::uint32_t days, qint64 now)
{
    constexpr qint64 kSecondsPerDay = 86'400;
    const QDateTime at = QDateTime::fromSecsSinceEpoch(now);
    QList<LibraryRow> rows;
    std::map<std::int64_t, qsizetype> places;
    for (const auto& group : page.groups.rows) {
        places.emplace(group.id, rows.size());
        rows.append(groupRow(group, at));
        rows.back().days.fill(0, int(days));
        rows.back().isNew = group.firstSeen && *group.firstSeen > now - days * kSecondsPerDay;
    }
    for (const auto& day : page.days) {
        if (const auto place = places.find(day.group); place != places.end() && day.day < days)
            rows[place->second].days[day.day] = int(std::min<std::uint64_t>(day.count, 1u << 30));
    }
    for (const auto& report : page.reports.rows)
        rows.append(reportRow(report, at));
    return rows;
}

const std::vector<QueryField>& facetFields()
{
    static const std::vector<QueryField> fields{QueryField::Status,      QueryField::Product,
                                                QueryField::Version,     QueryField::Os,
                                                QueryField::StackModule, QueryField::Customer};
    return fields;
}

Facet emptyFacet(QueryField field)
{
    return {.name = toQString(library::queryFieldName(field)), .title = facetTitle(field)};
}

Facet makeFacet(const engine::LibraryFacet& facet, const std::string& line)
{
    Facet shown = emptyFacet(facet.field);
    if (!facet.values) {
        shown.state = Facet::State::Failed;
        shown.problem = errorText(facet.values.error());
        return shown;
    }
    shown.state = Facet::State::Ready;
    for (const auto& [value, count] : *facet.values)
        shown.values.append(facetValue(facet.field, value, count, line));
    return shown;
}

QString storedFunction(const library::RecordedFrame& frame)
{
    if (!frame.function.empty() || frame.moduleOffset == 0)
        return fromStd(frame.function);
    return fromStd(frame.module) + u'+' + shortHex(frame.moduleOffset);
}

QString firstText(const library::GroupSummary& group, const QDateTime& now)
{
    return group.firstCrash
               ? Words::tr("first %1").arg(dayText(group.firstCrash, now, WithTime::No))
               : Words::tr("time unknown");
}

QString lastText(const library::GroupSummary& group, const QDateTime& now)
{
    return group.lastCrash ? Words::tr("last %1").arg(dayText(group.lastCrash, now))
                           : importText(group.lastSeen, now);
}

QString errorText(const Error& error)
{
    switch (error.kind) {
    case ErrorKind::Conflict:
        return Words::tr("Somebody else has changed this meanwhile. Nothing was changed here.");
    case ErrorKind::Timeout:
        return Words::tr("The library does not answer: another program is writing to it.");
    default: return fromStd(error.explain());
    }
}

} // namespace faultline::ui
