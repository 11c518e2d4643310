#pragma once

#include "ui/models/candidate_model.h"
#include "ui/models/detail_model.h"

#include <QList>
#include <QString>

namespace faultline::ui {

/// Answer to "why is this frame not symbolicated, and what can I do": headline, identifiers, next
/// steps, what was tried.
struct WhyReport
{
    enum class Mood { Fine, Lacking };

    enum class Action { LocateFile, AddSource, Retry, GoOnline, ShowLog };

    Mood mood = Mood::Fine;
    QString code; ///< Of docs/spec/workbench.md §5: "missing", "no_debug_info", …; empty when
                  ///< nothing is wrong.
    QString headline;
    QString explanation;
    QStringList also;      ///< Headlines of further findings.
    QList<Action> actions; ///< The first is the primary one.
    QList<DetailRow> identifiers;
    QList<CandidateRow> candidates;
    int moduleIndex = -1;
    QString moduleName;

    bool operator==(const WhyReport&) const = default;
};

} // namespace faultline::ui
