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

    int key() const { return at; }

    bool operator==(const StoredFrameRow&) const = default;
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
    QString ticket{};
    QString assignee{};
    QString history{}; ///< A line for each change, the latest first.
    QString problem{};
};

} // namespace faultline::ui
