// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/stack_graph.h"

#include <QObject>

#include <memory>
#include <mutex>
#include <optional>

namespace faultline::ui {

/// Merges the stacks of all threads. May take long, so do it on a thread of the pool.
std::shared_ptr<const StackGraph> makeStackGraph(const ReportState& state);

/// Makes graphs on a thread of the pool, one at a time. Lives on the GUI thread.
class StackGraphMaker final : public QObject
{
    Q_OBJECT

public:
    explicit StackGraphMaker(QObject* parent = nullptr);
    ~StackGraphMaker() override;

    /// Starts at once, or once more as soon as the present graph is made.
    void request(const ReportState& state);

    /// Null until one was made.
    std::shared_ptr<const StackGraph> graph() const { return m_graph; }

Q_SIGNALS:
    void changed();
    /// The graph lies in the mailbox. Emitted on the pool's thread.
    void made();

private:
    /// Where the pool's thread leaves the graph, and finds the maker unless it has ended.
    struct Mailbox
    {
        std::mutex mutex; // Guards the others.
        StackGraphMaker* owner = nullptr;
        std::shared_ptr<const StackGraph> graph;
    };

    void start(ReportState state);
    void deliver();

    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    std::shared_ptr<const StackGraph> m_graph;
    std::optional<ReportState> m_next; ///< The state that came while a graph was made.
    bool m_isRunning = false;
};

} // namespace faultline::ui
