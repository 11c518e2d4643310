// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/thread_model.h"

#include "ui/models/roles.h"

#include <QHash>

#include <algorithm>

namespace faultline::ui {

void ThreadModel::setThreads(QList<ThreadRow> threads)
{
    m_threads = std::move(threads);
    std::ranges::stable_partition(m_threads, [](const ThreadRow& row) { return row.isLeading; });
    arrange();
}

void ThreadModel::toggleGroup(int threadIndex)
{
    const ThreadRow* thread = threadByIndex(threadIndex);
    if (!thread || thread->stackKey.isEmpty())
        return;
    if (!m_open.remove(thread->stackKey))
        m_open.insert(thread->stackKey);
    arrange();
}

void ThreadModel::setFolding(bool folding)
{
    m_folding = folding;
    m_open.clear();
    arrange();
}

void ThreadModel::arrange()
{
    QHash<QString, qsizetype> first; // Position in `entries` of each group's row.
    QList<ThreadEntry> entries;
    m_folded = 0;
    for (const ThreadRow& thread : m_threads) {
        // The crashed thread is never folded into another thread's row.
        const bool canFold = m_folding && !thread.isLeading && !thread.stackKey.isEmpty();
        const auto group = canFold ? first.constFind(thread.stackKey) : first.constEnd();
        if (group == first.constEnd()) {
            if (canFold)
                first.insert(thread.stackKey, entries.size());
            entries.append({thread, 1, false});
            continue;
        }
        ++entries[group.value()].same;
        if (m_open.contains(thread.stackKey))
            entries.append({thread, 1, true});
        else
            ++m_folded;
    }
    setRows(std::move(entries));
}

const ThreadRow* ThreadModel::threadByIndex(int threadIndex) const
{
    const auto found = std::ranges::find(m_threads, threadIndex, &ThreadRow::index);
    return found == m_threads.end() ? nullptr : &*found;
}

std::optional<int> ThreadModel::rowOf(int threadIndex) const
{
    const ThreadRow* wanted = threadByIndex(threadIndex);
    if (!wanted)
        return std::nullopt;
    std::optional<int> group;
    for (int i = 0; i < int(allRows().size()); ++i) {
        const ThreadRow& thread = allRows().at(i).thread;
        if (thread.index == threadIndex)
            return i;
        if (!group && !thread.isLeading && !wanted->stackKey.isEmpty() &&
            thread.stackKey == wanted->stackKey)
            group = i;
    }
    return group;
}

QString ThreadModel::summary() const
{
    QString count = tr("%n thread(s)", nullptr, int(m_threads.size()));
    if (m_folded == 0)
        return count;
    //: %1 is "17 threads"
    return tr("%1 · %n identical stack(s) folded", nullptr, m_folded).arg(count);
}

QVariant ThreadModel::cell(int index, int column, int role) const
{
    const ThreadEntry& entry = row(index);
    switch (role) {
    case Qt::DisplayRole: return text(entry, column);
    case Qt::ToolTipRole: return entry.thread.sentence;
    case Qt::AccessibleTextRole:
        return column == MarkColumn ? QVariant(entry.thread.sentence) : QVariant();
    case MarkRole:
        return int(column == MarkColumn && entry.thread.isCrashed ? Mark::CrashThread : Mark::None);
    case ToneRole:
        if (column == NumberColumn)
            return int(Tone::Faint);
        return int(column == NameColumn ? Tone::Normal : Tone::Dim);
    case FaceRole:
        return int(column == TopColumn || column == IdColumn ? Face::Fixed : Face::Interface);
    case IndentRole: return column == NameColumn && entry.isMember ? 1 : 0;
    case IdRole: return entry.thread.index;
    default: return {};
    }
}

QVariant ThreadModel::text(const ThreadEntry& entry, int column) const
{
    switch (column) {
    case NumberColumn: return entry.thread.index;
    case NameColumn:
        //: a thread's name and how many threads have the same stack
        return entry.same > 1 ? tr("%1 ×%2").arg(entry.thread.name, QString::number(entry.same))
                              : entry.thread.name;
    case TopColumn: return entry.thread.topFunction;
    case IdColumn: return entry.thread.id;
    case FramesColumn: return entry.thread.frames;
    default: return {};
    }
}

QString ThreadModel::headerCell(int column) const
{
    switch (column) {
    case NumberColumn: return tr("#");
    case NameColumn: return tr("Name");
    case TopColumn: return tr("Top function");
    case IdColumn: return tr("Thread ID");
    case FramesColumn: return tr("Frames");
    default: return {};
    }
}

} // namespace faultline::ui
