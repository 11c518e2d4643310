// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"

#include <QList>
#include <QString>

#include <optional>
#include <utility>

namespace faultline::ui {

/// A group of reports, or a report, as finished texts. Each cell has two lines.
struct LibraryRow
{
    bool isGroup = true;
    qint64 id = 0;
    qint64 rowVersion = 0; ///< A change names it, so that nobody else's change is lost.
    qint64 group = 0;
    quint64 reports = 1;
    QString signature{};
    QString cause{};        ///< Its second line.
    QList<int> days{};      ///< Reports on each day, the oldest first; only of groups.
    bool isNew = false;     ///< The first report came within these days.
    QString amount{};       ///< Reports, or the product.
    QString amountNote{};   ///< Customers, or the version.
    QString seen{};         ///< The last time, or that of the crash.
    QString seenNote{};     ///< The first time, or that of the import.
    QString versions{};     ///< Versions, or the system.
    QString versionsNote{}; ///< Systems, or the kind of file.
    QString status{};
    BadgeStyle badge = BadgeStyle::Plain;
    QString assignee{};
    QString path{}; ///< Of a report's crash file.

    std::pair<bool, qint64> key() const { return {isGroup, id}; }

    bool operator==(const LibraryRow&) const = default;
};

/// A frame of the leading stack, as a library keeps it.
struct StoredFrameRow
{
    QString number;
    QString function;
    QString module;
    bool isInlined = false;
    bool isGuess = false;
    bool isOwn = false; ///< Code of the program.
    bool isTop = false;
    int at = 0;
    QString share{}; ///< In how many stacks of a group it is: "12 of 14"; empty elsewhere.

    int key() const { return at; }

    bool operator==(const StoredFrameRow&) const = default;
};

/// A group that may be the same bug as another one.
struct AlikeRow
{
    qint64 group = 0;
    qint64 rowVersion = 0;
    qint64 report = 0; ///< That is most like the other group.
    QString signature;
    QString likeness{};   ///< "91 % alike"
    QString reports{};    ///< "23 reports"
    QString difference{}; ///< "2 frames differ"

    bool operator==(const AlikeRow&) const = default;
};

/// A value of a field among the reports of a group, or the heading of a field.
struct ShareRow
{
    QString field; ///< As in search lines.
    QString label;
    bool isHeading = false;
    QString here{};         ///< "91 %" of the group; of a heading, whether it is the same in all.
    QString everywhere{};   ///< "41 %" of the library.
    int amount = 0;         ///< Per mille of the group.
    bool standsOut = false; ///< Much more frequent here than elsewhere.

    QString key() const { return field + u'\n' + (isHeading ? QString() : u'=' + label); }

    bool operator==(const ShareRow&) const = default;
};

/// What the page of a group says above its panels.
struct GroupHead
{
    QString sentence{};
    QString facts{};
    QString signature{};
    QString status{};
    BadgeStyle badge = BadgeStyle::Plain;
    QString firstSeen{};
    QString lastSeen{};
    /// What the days of the chart are.
    enum class Days { OfCrashes, OfImports, Mixed } days = Days::OfCrashes;
    quint64 reports = 0;
};

/// What the preview says of a group or a report.
struct LibraryPreview
{
    enum class State {
        Nothing, ///< Nothing is selected.
        Reading,
        Ready,
        Failed ///< With `problem`.
    };

    State state = State::Nothing;
    bool isGroup = true;
    qint64 id = 0;
    qint64 rowVersion = 0;
    std::optional<qint64> report{}; ///< The report, or the latest of the group.
    QString title{};
    QString facts{};
    QString reportTitle{}; ///< "Latest report", or "Report".
    QString reportName{};
    QList<StoredFrameRow> frames{};
    QString notes{};
    QString tags{};
    QStringList tagList{};
    QString status{}; ///< As the menu of statuses names it.
    QString ticket{};
    QString assignee{};
    QString history{}; ///< A line for each change, the latest first.
    QString problem{};
};

} // namespace faultline::ui
