// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/bridge/transfer_states.h"
#include "ui/models/lock_row.h"
#include "ui/models/module_row.h"
#include "ui/models/report_header.h"
#include "ui/models/stack_model.h"
#include "ui/models/thread_row.h"

#include <QList>
#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::ui {

/// Which rows are out of date.
struct RowsWish
{
    bool threads = false;
    bool modules = false;
    bool stack = false;

    bool any() const { return threads || modules || stack; }
};

/// Later states of a thread's stack, none of them complete, that are to be joined with the one kept
/// so far.
struct StackJoin
{
    std::uint32_t thread = 0;
    std::shared_ptr<const ThreadStack> earlier;
    std::vector<std::shared_ptr<const ThreadStack>> later; ///< Oldest first.
    std::shared_ptr<const ThreadStack> best;               ///< Null until they are joined.
};

/// The header and rows of a report's views, made of one state. Rows that were not wished for are
/// absent.
struct SessionRows
{
    struct Stack
    {
        std::uint32_t thread = 0;
        FrameRows frames;
        StackEndRow end;
        StackModel::LaidOut laidOut;
        /// The stack of which the rows are made, and the number of its physical frames in each
        /// module.
        std::shared_ptr<const ThreadStack> source;
        std::vector<std::size_t> framesOfModule;
    };

    std::vector<StackJoin> joins;
    ReportHeader header;
    std::optional<QList<ThreadRow>> threads;
    std::optional<QList<LockRow>> locks;
    std::optional<QList<ModuleRow>> modules;
    std::optional<Stack> stack;
};

/// What rows are made of. A copy can be used on any thread, because its parts are immutable.
struct RowsInput
{
    ReportState state;
    QString fileName;
    RowsWish wish;
    std::uint32_t thread = 0;  ///< The one whose stack is shown.
    FrameRows shown;           ///< Rows that have not changed are used again.
    QList<StackEntry> entries; ///< The rows of the stack view.
    StackModel::Plan plan;
    std::vector<StackJoin> joins;
    TransferStates transfers;
};

/// Joins the stacks first, so that the rows show the result. Leaves it in the input's state.
SessionRows makeSessionRows(RowsInput& input);

/// Has the stack so many frames that working through them takes noticeably long?
bool isDeep(const ThreadStack* stack);

/// Has the thread so many frames that their rows take noticeably long to make?
bool isDeep(const ReportState& state, std::uint32_t thread);

/// Would the window halt noticeably if the GUI thread made the rows?
bool isLarge(const ReportState& state, std::uint32_t thread);

/// Makes the rows of large reports on a thread of the pool, for one state at a time. Lives on the
/// GUI thread.
class RowMaker final : public QObject
{
    Q_OBJECT

public:
    /// The receiver is called on the GUI thread, and never after the maker's end.
    explicit RowMaker(std::function<void(SessionRows)> receiver);
    ~RowMaker() override;

    bool isRunning() const { return m_isRunning; }

    /// Must not be called while it runs.
    void start(RowsInput input);

    RowsWish due; ///< What the next start() is to make.

Q_SIGNALS:
    /// The rows lie in the mailbox. Emitted on the pool's thread.
    void made();

private:
    /// Where the pool's thread leaves the rows, and finds the maker unless it has ended.
    struct Mailbox
    {
        std::mutex mutex; // Guards the others.
        RowMaker* owner = nullptr;
        SessionRows rows;
    };

    void deliver();

    std::function<void(SessionRows)> m_receiver;
    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    bool m_isRunning = false;
};

} // namespace faultline::ui
