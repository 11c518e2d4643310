// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/thread_model.h"

#include "ui/models/function_names.h"
#include "ui/models/roles.h"

#include <QHash>

#include <algorithm>

namespace faultline::ui {

void ThreadModel::setThreads(QList<ThreadRow> threads)
{
    m_threads = std::move(threads);
    m_hasStates = std::ranges::any_of(
        m_threads, [](const ThreadRow& row) { return row.place != ThreadPlace::Unknown; });
    m_hasCrash = std::ranges::any_of(m_threads, &ThreadRow::isCrashed);
    std::ranges::stable_partition(m_threads, [](const ThreadRow& row) { return row.isLeading; });
    arrange();
}

ThreadGrouping ThreadModel::grouping() const
{
    const bool isHang = m_hasStates && !m_hasCrash;
    return m_chosen.value_or(isHang ? ThreadGrouping::State : ThreadGrouping::Number);
}

void ThreadModel::setGrouping(ThreadGrouping grouping)
{
    m_chosen = grouping;
    m_open.clear();
    m_closed.clear();
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

void ThreadModel::toggleHead(int index)
{
    const ThreadEntry* head = rowAt(index);
    if (!head || !head->isHead)
        return;
    const QString key = head->group;
    if (!m_closed.remove(key))
        m_closed.insert(key);
    arrange();
}

void ThreadModel::setFolding(bool folding)
{
    m_folding = folding;
    m_open.clear();
    arrange();
}

QString ThreadModel::groupKey(const ThreadRow& thread) const
{
    switch (grouping()) {
    case ThreadGrouping::State: return QString::number(int(thread.place));
    case ThreadGrouping::Stack: return thread.stackKey;
    case ThreadGrouping::Name: return thread.pattern;
    case ThreadGrouping::Number: break;
    }
    return {};
}

/// Groups by state stand in the order of the states, others by size.
QList<ThreadModel::GroupRows> ThreadModel::groups() const
{
    QList<const ThreadRow*> threads;
    for (const ThreadRow& thread : m_threads)
        threads.append(&thread);
    if (grouping() != ThreadGrouping::Number)
        std::ranges::stable_sort(threads, {}, &ThreadRow::index);
    QList<GroupRows> found;
    QHash<QString, qsizetype> at;
    for (const ThreadRow* thread : std::as_const(threads)) {
        const QString key = groupKey(*thread);
        const auto group = at.value(key, found.size());
        if (group == found.size()) {
            at.insert(key, group);
            found.append({.key = key, .threads = {}});
        }
        found[group].threads.append(thread);
    }
    if (grouping() == ThreadGrouping::State)
        std::ranges::stable_sort(
            found, {}, [](const GroupRows& group) { return group.threads.first()->place; });
    else
        std::ranges::stable_sort(found, std::ranges::greater{},
                                 [](const GroupRows& group) { return group.threads.size(); });
    return found;
}

void ThreadModel::arrange()
{
    QList<ThreadEntry> entries;
    m_folded = 0;
    for (const GroupRows& group : groups()) {
        const bool isOpen = !m_closed.contains(group.key);
        if (grouping() != ThreadGrouping::Number)
            entries.append({.thread = *group.threads.first(),
                            .same = int(group.threads.size()),
                            .isHead = true,
                            .isOpen = isOpen,
                            .group = group.key});
        if (isOpen)
            appendThreads(entries, group.threads);
    }
    setRows(std::move(entries));
}

void ThreadModel::appendThreads(QList<ThreadEntry>& entries, const QList<const ThreadRow*>& threads)
{
    QHash<QString, qsizetype> first; // Position in `entries` of the row of equal stacks.
    const bool folds = m_folding && grouping() != ThreadGrouping::Stack;
    for (const ThreadRow* thread : threads) {
        // The crashed thread is never folded into another thread's row.
        const bool canFold = folds && !thread->isLeading && !thread->stackKey.isEmpty();
        const auto same = canFold ? first.constFind(thread->stackKey) : first.constEnd();
        if (same == first.constEnd()) {
            if (canFold)
                first.insert(thread->stackKey, entries.size());
            entries.append({.thread = *thread, .isPattern = !thread->pattern.isEmpty()});
            continue;
        }
        ThreadEntry& row = entries[same.value()];
        ++row.same;
        row.isPattern = row.isPattern && row.thread.pattern == thread->pattern;
        if (m_open.contains(thread->stackKey))
            entries.append({.thread = *thread, .isMember = true});
        else
            ++m_folded;
    }
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
    const QString group = groupKey(*wanted);
    std::optional<int> standsForIt;
    QString head;
    for (int i = 0; i < int(allRows().size()); ++i) {
        const ThreadEntry& entry = allRows().at(i);
        if (entry.isHead) {
            head = entry.group;
            if (head == group && !entry.isOpen)
                return i;
            continue;
        }
        if (entry.thread.index == threadIndex)
            return i;
        const bool isGroup = grouping() == ThreadGrouping::Number || head == group;
        if (isGroup && !standsForIt && !entry.thread.isLeading && !wanted->stackKey.isEmpty() &&
            entry.thread.stackKey == wanted->stackKey)
            standsForIt = i;
    }
    return standsForIt;
}

std::optional<int> ThreadModel::threadBeside(int row, int step) const
{
    for (int i = row + step; i >= 0 && i < int(allRows().size()); i += step) {
        if (!allRows().at(i).isHead)
            return allRows().at(i).thread.index;
    }
    return std::nullopt;
}

bool ThreadModel::holdsExceptions() const
{
    return !m_threads.isEmpty() && std::ranges::all_of(m_threads, [](const ThreadRow& row) {
        return row.kind == StackKind::Exception;
    });
}

QString ThreadModel::summary() const
{
    const auto countOf = [this](StackKind kind) {
        return int(std::ranges::count(m_threads, kind, &ThreadRow::kind));
    };
    const int exceptions = countOf(StackKind::Exception);
    const int others = countOf(StackKind::Other);
    QStringList counts;
    if (const int threads = countOf(StackKind::Thread); threads > 0 || exceptions + others == 0)
        counts.append(tr("%n thread(s)", nullptr, threads));
    if (exceptions > 0)
        counts.append(tr("%n exception(s)", nullptr, exceptions));
    if (others > 0)
        counts.append(tr("%n further stack(s)", nullptr, others));
    const QString count = counts.join(QStringLiteral(" · "));
    if (m_folded == 0)
        return count;
    //: %1 is "17 threads"
    return tr("%1 · %n identical stack(s) folded", nullptr, m_folded).arg(count);
}

QString ThreadModel::placeTitle(ThreadPlace place)
{
    switch (place) {
    case ThreadPlace::InDeadlock: return tr("In the deadlock");
    case ThreadPlace::BehindDeadlock: return tr("Waiting behind it");
    case ThreadPlace::InPossibleDeadlock: return tr("In a possible deadlock");
    case ThreadPlace::PerhapsBehind: return tr("Perhaps behind it");
    case ThreadPlace::Waiting: return tr("Waiting");
    case ThreadPlace::InInput: return tr("Waiting for input or output");
    case ThreadPlace::Sleeping: return tr("Sleeping");
    case ThreadPlace::InSystem: return tr("In a system call");
    case ThreadPlace::Running: return tr("Running");
    case ThreadPlace::Unknown: break;
    }
    return tr("Unknown state");
}

QString ThreadModel::titleOf(const ThreadRow& first) const
{
    switch (grouping()) {
    case ThreadGrouping::State: return placeTitle(first.place);
    case ThreadGrouping::Name:
        return first.pattern.isEmpty() ? tr("Without a name") : first.pattern;
    case ThreadGrouping::Stack:
    case ThreadGrouping::Number: break;
    }
    return first.topFunction.isEmpty() ? tr("Without frames") : first.topFunction;
}

QVariant ThreadModel::headCell(const ThreadEntry& head, int column, int role) const
{
    const bool isGuess = grouping() == ThreadGrouping::State &&
                         (head.thread.place == ThreadPlace::InPossibleDeadlock ||
                          head.thread.place == ThreadPlace::PerhapsBehind);
    switch (role) {
    case Qt::DisplayRole:
        if (column == NumberColumn)
            return head.same;
        return column == MarkColumn ? QVariant(titleOf(head.thread)) : QVariant();
    case Qt::AccessibleTextRole: {
        if (column != MarkColumn)
            return {};
        const QString title =
            isGuess ? tr("%1, a guess").arg(titleOf(head.thread)) : titleOf(head.thread);
        return head.isOpen ? tr("%1, %n thread(s), open", nullptr, head.same).arg(title)
                           : tr("%1, %n thread(s), closed", nullptr, head.same).arg(title);
    }
    case GroupRole: return int(head.isOpen ? Group::Open : Group::Folded);
    case GuessRole: return isGuess;
    case IdRole: return -1;
    default: return {};
    }
}

ThreadModel::Table ThreadModel::table() const
{
    static constexpr TableColumn<ThreadEntry> kColumns[] = {
        {.id = MarkColumn, .room = {.width = 3.2}, .tone = Tone::Dim},
        {.id = NumberColumn,
         .title = [] { return tr("#"); },
         .text = [](const ThreadEntry& row) -> QVariant { return row.thread.index; },
         .room = {.width = 5.8},
         .tone = Tone::Faint,
         .isRight = true},
        {.id = NameColumn,
         .title = [] { return tr("Name"); },
         .text = [](const ThreadEntry& row) -> QVariant { return nameOf(row); },
         .room = {.width = 12, .firmness = 1}},
        {.id = TopColumn,
         .title = [] { return tr("Top function"); },
         .text = [](const ThreadEntry& row) -> QVariant { return row.thread.topFunction; },
         .room = {.width = 0},
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = DoingColumn,
         .title = [] { return tr("Does"); },
         .text = [](const ThreadEntry& row) -> QVariant { return row.thread.doing; },
         .room = {.width = 9},
         .tone = Tone::Dim},
        {.id = IdColumn,
         .title = [] { return tr("Thread ID"); },
         .text = [](const ThreadEntry& row) -> QVariant { return row.thread.id; },
         .tone = Tone::Dim,
         .face = Face::Fixed},
        {.id = FramesColumn,
         .title = [] { return tr("Frames"); },
         .text = [](const ThreadEntry& row) -> QVariant { return row.thread.frames; },
         .tone = Tone::Dim},
    };
    static_assert(isWholeTable<ColumnCount>(kColumns));
    return kColumns;
}

QVariant ThreadModel::cell(int index, int column, int role) const
{
    const ThreadEntry& entry = row(index);
    if (entry.isHead)
        return headCell(entry, column, role);
    const bool isRed = entry.thread.isCrashed || entry.thread.place == ThreadPlace::InDeadlock;
    switch (role) {
    case Qt::ToolTipRole: return entry.thread.sentence;
    case Qt::AccessibleTextRole:
        return column == MarkColumn ? QVariant(entry.thread.sentence) : QVariant();
    case MarkRole: return int(column == MarkColumn && isRed ? Mark::CrashThread : Mark::None);
    case ShorterRole:
        return column == TopColumn ? shorterNames(entry.thread.topFunction) : QStringList();
    case IndentRole: return column == NameColumn && entry.isMember ? 1 : 0;
    case IdRole: return entry.thread.index;
    default: return cellOfColumn(entry, column, role);
    }
}

QString ThreadModel::nameOf(const ThreadEntry& entry)
{
    if (entry.same < 2)
        return entry.thread.name;
    //: a thread's name and how many threads have the same stack
    //: The number stands first, so that a long name does not hide it.
    return tr("%2 × %1").arg(entry.isPattern ? entry.thread.pattern : entry.thread.name,
                             QString::number(entry.same));
}

} // namespace faultline::ui
