// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/thread_row.h"

#include <QCoreApplication>
#include <QSet>

#include <optional>

namespace faultline::ui {

enum class ThreadGrouping { State, Stack, Name, Number };

/// A row of the list: one thread, the first of several threads with equal stacks, or the head of a
/// group, which `thread` is the first of.
struct ThreadEntry
{
    struct Key
    {
        int thread = 0; ///< -1 for heads.
        QString group;  ///< Of heads only.

        bool operator==(const Key&) const = default;
    };

    ThreadRow thread;
    int same = 1;           ///< Number of threads that this row stands for.
    bool isMember = false;  ///< The thread is a member of opened equal stacks.
    bool isPattern = false; ///< The names of the threads differ in their numbers only.
    bool isHead = false;    ///< It heads a group of `same` threads.
    bool isOpen = true;     ///< Of heads: the rows of the group are shown.
    QString group{};        ///< Of heads: identifies the group.

    Key key() const { return isHead ? Key{-1, group} : Key{thread.index, {}}; }

    bool operator==(const ThreadEntry&) const = default;
};

/// Threads in groups, or in one list with the crashed thread first. Threads with equal stacks share
/// one row until the user opens it; the crashed one is never folded into it.
class ThreadModel final : public ColumnsModel<ThreadEntry>
{
    Q_DECLARE_TR_FUNCTIONS(ThreadModel)

public:
    enum Column {
        MarkColumn,
        NumberColumn,
        NameColumn,
        TopColumn,
        DoingColumn,
        IdColumn,
        FramesColumn,
        ColumnCount
    };

    using ColumnsModel::ColumnsModel;

    void setThreads(QList<ThreadRow> threads);
    /// Opens or closes the equal stacks of this thread.
    void toggleGroup(int threadIndex);
    /// Opens or closes the group that this row heads.
    void toggleHead(int row);
    void setFolding(bool folding);
    void setGrouping(ThreadGrouping grouping);

    /// What the user chose. Otherwise threads of a report without a crash are grouped by state, if
    /// that is known, and others by number.
    ThreadGrouping grouping() const;

    /// Is it known of any thread what it does?
    bool hasStates() const { return m_hasStates; }

    bool isFolding() const { return m_folding; }

    /// Are there exceptions and no threads?
    bool holdsExceptions() const;

    const QList<ThreadRow>& threads() const { return m_threads; }

    /// Returns the row of a thread, or the row that stands for it: that of equal stacks or the head
    /// of a closed group.
    std::optional<int> rowOf(int threadIndex) const;
    /// The next thread below or, with -1, above a row; absent at the ends of the list.
    std::optional<int> threadBeside(int row, int step) const;
    /// Returns a summary such as "17 threads · 6 identical stacks folded".
    QString summary() const;

    bool canUnfold() const { return m_folded > 0; }

    static QString placeTitle(ThreadPlace place);

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;

private:
    struct GroupRows
    {
        QString key;
        QList<const ThreadRow*> threads;
    };

    QVariant headCell(const ThreadEntry& head, int column, int role) const;
    static QString nameOf(const ThreadEntry& entry);
    QString titleOf(const ThreadRow& first) const;
    QString groupKey(const ThreadRow& thread) const;
    QList<GroupRows> groups() const;
    void appendThreads(QList<ThreadEntry>& entries, const QList<const ThreadRow*>& threads);
    const ThreadRow* threadByIndex(int threadIndex) const;
    void arrange();

    QList<ThreadRow> m_threads;
    QSet<QString> m_open;   ///< Keys of opened equal stacks.
    QSet<QString> m_closed; ///< Keys of closed groups.
    std::optional<ThreadGrouping> m_chosen;
    bool m_folding = true;
    bool m_hasStates = false;
    bool m_hasCrash = false;
    int m_folded = 0;
};

} // namespace faultline::ui
