// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/candidate_model.h"
#include "ui/models/detail_model.h"

#include <QList>
#include <QString>

namespace faultline::ui {

/// Answers why a frame is not symbolicated and what the user can do: headline, identifiers, next
/// steps and everything that was tried.
struct WhyReport
{
    enum class Mood { Fine, Lacking };

    enum class Action { LocateFile, AddSource, Retry, Resume, GoOnline, ShowLog, ForgetFile };

    Mood mood = Mood::Fine;
    QString code; ///< A code of docs/spec/workbench.md §5, such as "missing" or "no_debug_info";
                  ///< empty when nothing is wrong.
    bool isPending = false; ///< The look-up is still running.
    QString headline;
    QString explanation;
    QStringList also;      ///< Headlines of further findings.
    QList<Action> actions; ///< The first action is the primary one.
    QList<DetailRow> identifiers;
    QList<CandidateRow> candidates;
    int moduleIndex = -1;
    QString moduleName;

    bool operator==(const WhyReport&) const = default;
};

} // namespace faultline::ui
