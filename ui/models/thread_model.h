// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rows_model.h"
#include "ui/models/thread_row.h"

#include <QCoreApplication>
#include <QSet>

#include <optional>

namespace faultline::ui {

/// A row of the list: one thread, or the first of several threads with equal stacks.
struct ThreadEntry
{
    ThreadRow thread;
    int same = 1;          ///< Number of threads that this row stands for.
    bool isMember = false; ///< The thread is a member of an opened group.

    int key() const { return thread.index; }

    bool operator==(const ThreadEntry&) const = default;
};

/// Threads, the crashed one first. Threads with equal stacks share one row until the user opens it.
class ThreadModel final : public RowsModel<ThreadEntry>
{
    Q_DECLARE_TR_FUNCTIONS(ThreadModel)

public:
    enum Column {
        MarkColumn,
        NumberColumn,
        NameColumn,
        TopColumn,
        IdColumn,
        FramesColumn,
        ColumnCount
    };

    using RowsModel::RowsModel;

    void setThreads(QList<ThreadRow> threads);
    /// Opens or closes the group of this thread.
    void toggleGroup(int threadIndex);
    void setFolding(bool folding);

    bool isFolding() const { return m_folding; }

    const QList<ThreadRow>& threads() const { return m_threads; }

    /// Returns the row of a thread, or the row of its group while that is folded.
    std::optional<int> rowOf(int threadIndex) const;
    /// Returns a summary such as "17 threads · 6 identical stacks folded".
    QString summary() const;

protected:
    int columns() const override { return ColumnCount; }

    QVariant cell(int row, int column, int role) const override;
    QString headerCell(int column) const override;

    Qt::Alignment alignment(int column) const override
    {
        return Qt::AlignVCenter | (column == NumberColumn ? Qt::AlignRight : Qt::AlignLeft);
    }

private:
    QVariant text(const ThreadEntry& entry, int column) const;
    const ThreadRow* threadByIndex(int threadIndex) const;
    void arrange();

    QList<ThreadRow> m_threads;
    QSet<QString> m_open; ///< Keys of opened groups.
    bool m_folding = true;
    int m_folded = 0;
};

} // namespace faultline::ui
