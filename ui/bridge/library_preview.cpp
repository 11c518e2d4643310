// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace faultline::ui {

namespace {

/// More of a stack says no more about a group.
constexpr int kShownFrames = 40;
constexpr int kShownChanges = 6; // The preview has little room.

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LibraryPreview)
};

QString textOf(const std::string& text)
{
    return toQString(text);
}

QList<StoredFrameRow> frameRows(const std::vector<library::RecordedFrame>& frames)
{
    QList<StoredFrameRow> rows;
    int number = 0;
    for (const auto& frame : frames) {
        if (rows.size() == kShownFrames)
            break;
        StoredFrameRow row{.number = {},
                           .function = storedFunction(frame),
                           .module = textOf(frame.module),
                           .isInlined = frame.isInlined,
                           .isGuess = frame.isGuess,
                           .isOwn = frame.isOwn};
        if (!frame.isInlined)
            row.number = QString::number(number++);
        row.at = int(rows.size());
        row.isTop = rows.isEmpty();
        rows.append(row);
    }
    return rows;
}

QString join(const QStringList& facts)
{
    QStringList some;
    for (const QString& fact : facts) {
        if (!fact.trimmed().isEmpty())
            some.append(fact.trimmed());
    }
    return some.join(QStringLiteral("  ·  "));
}

QString groupFacts(const library::GroupSummary& group, const QDateTime& now, quint64 found)
{
    const QString all = Words::tr("%Ln report(s)", nullptr, int(group.count));
    const bool isPart = found > 0 && found < group.count;
    //: how many reports of a group a search finds, and how many there are
    const QString reports =
        isPart ? Words::tr("%1 found of %2").arg(QLocale().toString(found), all) : all;
    const QString customers = group.customers == 0
                                  ? QString()
                                  : Words::tr("%Ln customer(s)", nullptr, int(group.customers));
    const QString back = group.regressions > 0 ? Words::tr("%Ln report(s) since the fix", nullptr,
                                                           int(group.regressions))
                                               : QString();
    return join({reports, customers, firstText(group, now), lastText(group, now), back});
}

QString reportFacts(const library::StoredReport& report, const QDateTime& now)
{
    const auto& record = report.record;
    return join({textOf(record.product + " " + record.version),
                 textOf(record.os + " " + record.osVersion), dayText(report.summary.crashedAt, now),
                 textOf(record.threadName)});
}

QString fieldName(library::TriageField field)
{
    using enum library::TriageField;
    switch (field) {
    case Status: return Words::tr("Status");
    case FixedIn: return Words::tr("Fixed in");
    case DuplicateOf: return Words::tr("Duplicate of group");
    case Assignee: return Words::tr("Assignee");
    case Ticket: return Words::tr("Ticket");
    case Notes: return Words::tr("Notes");
    case Customer: return Words::tr("Customer");
    case Tags: return Words::tr("Tags");
    }
    return {};
}

QString valueText(library::TriageField field, const std::string& value)
{
    const auto status =
        field == library::TriageField::Status ? library::parseStatus(value) : std::nullopt;
    if (status)
        return statusText(*status);
    return value.empty() ? Words::tr("nothing")
                         : textOf(value).replace(u'\n', QStringLiteral(", "));
}

QString historyText(const std::vector<library::HistoryEntry>& history, const QDateTime& now)
{
    QStringList lines;
    for (const auto& entry : history) {
        if (lines.size() == kShownChanges)
            break;
        //: when, who, field, before, after
        lines.append(Words::tr("%1, %2: %3, from %4 to %5")
                         .arg(dayText(entry.at, now), textOf(entry.who), fieldName(entry.field),
                              valueText(entry.field, entry.before),
                              valueText(entry.field, entry.after)));
    }
    return lines.join(u'\n');
}

void addTriage(LibraryPreview& preview, const library::TriageState& triage)
{
    QStringList tags;
    for (const auto& tag : triage.tags)
        tags.append(textOf(tag));
    preview.tags = tags.join(QStringLiteral(", "));
    preview.tagList = tags;
    preview.status = statusText(triage.status);
    preview.notes = textOf(triage.notes);
    preview.ticket = textOf(triage.ticket);
    preview.assignee = textOf(triage.assignee);
}

} // namespace

LibraryPreview makePreview(const engine::LibraryDetail& detail, qint64 now, quint64 found)
{
    const QDateTime at = QDateTime::fromSecsSinceEpoch(now);
    LibraryPreview preview{.state = LibraryPreview::State::Ready,
                           .isGroup = detail.of == library::HistoryOf::Group,
                           .id = detail.id};
    if (!detail.facts) {
        preview.state = LibraryPreview::State::Failed;
        preview.problem = errorText(detail.facts.error());
        return preview;
    }
    const auto& facts = *detail.facts;
    if (facts.report) {
        const QString path = textOf(facts.report->record.path);
        preview.report = facts.report->summary.id;
        preview.title = textOf(facts.report->summary.signature);
        preview.reportTitle = preview.isGroup ? Words::tr("Latest report") : Words::tr("Stack");
        preview.reportName = path.section(u'/', -1);
        preview.frames = frameRows(facts.report->record.frames);
        preview.facts = reportFacts(*facts.report, at);
        preview.rowVersion = facts.report->summary.rowVersion;
        addTriage(preview, facts.report->summary.triage);
    }
    if (preview.isGroup && facts.group) {
        preview.title = textOf(facts.group->signature);
        preview.facts = groupFacts(*facts.group, at, found);
        preview.rowVersion = facts.group->rowVersion;
        addTriage(preview, facts.group->triage);
    }
    preview.history = historyText(facts.history, at);
    return preview;
}

} // namespace faultline::ui
