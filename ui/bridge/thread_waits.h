// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/stack_graph_rows.h"
#include "ui/models/chain_model.h"
#include "ui/models/detail_model.h"
#include "ui/models/lock_model.h"
#include "ui/models/stack_graph.h"

#include <QList>
#include <QObject>

#include <memory>

namespace faultline::ui {

class SessionCore;
class StackPlace;

/// Who waits for whom in a report, its locks, and the stacks of all threads merged. Lives on the
/// GUI thread and belongs to ReportSession.
class ThreadWaits final : public QObject
{
    Q_OBJECT

public:
    ThreadWaits(SessionCore& core, const StackPlace& place, QObject* parent = nullptr);

    /// What the views of waits can show: everything, or nothing and why.
    enum class State {
        Known,
        NotYet,  ///< The report is being made.
        NotRead, ///< The report was stopped, or there is none.
        None,    ///< The file's kind or system says nothing of waits.
        NoMemory ///< The file lacks the memory that would tell.
    };

    /// `mayCome`: the report or its rows are still being made.
    State state(bool mayCome) const;

    LockModel& locks() { return m_locks; }

    /// The cycles, otherwise the chain of the current thread.
    ChainRows chain() const;
    /// What the current thread does, waits for and holds.
    QList<DetailRow> threadFacts() const;
    /// Merges the stacks of all threads on a thread of the pool. graphChanged() follows.
    void requestGraph();

    /// Null until it was requested and made.
    std::shared_ptr<const StackGraph> graph() const { return m_graphs.graph(); }

Q_SIGNALS:
    void graphChanged();

private:
    SessionCore& m_core;
    const StackPlace& m_place;
    LockModel m_locks;
    StackGraphMaker m_graphs;
};

} // namespace faultline::ui
