// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lock_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/thread_rows.h"
#include "ui/bridge/wait_words.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LockRows)
};

std::vector<std::vector<std::uint32_t>> waitersOf(const ReportState& state)
{
    const WaitGraph& graph = *state.waits;
    std::vector<std::vector<std::uint32_t>> waiters(graph.objects.size());
    for (const ThreadWait& wait : graph.threads) {
        if (wait.object && *wait.object < waiters.size() &&
            wait.thread < state.event->threads.size())
            waiters[*wait.object].push_back(wait.thread);
    }
    return waiters;
}

QSet<std::uint32_t> deadlockedObjects(const WaitGraph& graph)
{
    QSet<std::uint32_t> objects;
    for (const WaitFinding& finding : graph.findings) {
        if (finding.kind == WaitFindingKind::Deadlock ||
            finding.kind == WaitFindingKind::SelfDeadlock)
            objects.unite(QSet(finding.objects.begin(), finding.objects.end()));
    }
    return objects;
}

QString waitersText(const ReportState& state, const std::vector<std::uint32_t>& waiters)
{
    if (waiters.empty())
        return Words::tr("none");
    return waiters.size() == 1 ? threadName(state, waiters.front())
                               : Words::tr("%n thread(s)", nullptr, int(waiters.size()));
}

LockRow::Holder holderKind(const ReportState& state, const WaitObject& object)
{
    if (const auto holder = insight::holderOf(state, object))
        return holder->isGuess ? LockRow::Holder::Guess : LockRow::Holder::Known;
    switch (object.ownerState) {
    case OwnerState::Nobody:
    case OwnerState::GoneThread:
    case OwnerState::OtherProcess: return LockRow::Holder::Other;
    default: return LockRow::Holder::Missing;
    }
}

QList<LockWordRow> wordsOf(const ReportState& state, const WaitObject& object)
{
    QList<LockWordRow> rows;
    for (const WaitEvidence& word : object.evidence) {
        const QString member =
            word.member.empty() ? Words::tr("word of the lock") : toQString(word.member);
        const bool isHolder = namesHolder(object, word);
        rows.append(
            {.address = word.place == EvidencePlace::Memory ? shortHex(word.address) : QString(),
             .word = QStringLiteral("%1").arg(word.value, int(std::min(word.sizeBytes, 8u)) * 2, 16,
                                              QLatin1Char('0')),
             //: %1 is a field of a lock, %2 its value or the thread that it names
             .meaning = Words::tr("%1: %2").arg(member, isHolder ? holderText(state, object)
                                                                 : QString::number(word.value)),
             .namesHolder = isHolder});
    }
    return rows;
}

QString sentenceOf(const LockRow& row)
{
    return Words::tr("%1 %2, held by: %3, waiting: %4. %5")
        .arg(row.kind, row.name, row.holder, row.waiters, row.note);
}

class Facts
{
public:
    void add(const QString& name, const QString& value, bool isFixed = false)
    {
        if (!value.isEmpty())
            m_rows.append({.name = name, .value = value, .isFixed = isFixed});
    }

    QList<DetailRow> take() { return std::move(m_rows); }

private:
    QList<DetailRow> m_rows;
};

QString heldText(const ReportState& state, std::uint32_t thread)
{
    constexpr qsizetype kMost = 8;
    QStringList names;
    const auto held = insight::heldObjects(state, thread);
    for (const auto each : held) {
        if (names.size() == kMost)
            break;
        names.append(lockTitle(state, state.waits->objects[each]));
    }
    if (qsizetype(held.size()) > kMost)
        names.append(Words::tr("%n more", nullptr, int(held.size()) - int(kMost)));
    return names.join(QStringLiteral(", "));
}

void addWait(Facts& facts, const ReportState& state, const WaitObject& object)
{
    facts.add(Words::tr("Wants"), lockTitle(state, object));
    const QString field = holderField(object);
    const QString holder = holderText(state, object);
    //: %1 is a thread, %2 is a field of the lock and its value
    facts.add(Words::tr("Held by"),
              field.isEmpty() ? holder : Words::tr("%1, %2").arg(holder, field));
    facts.add(Words::tr("Certainty"), holderNote(state, object));
    facts.add(Words::tr("Kind"), lockKindText(object.kind));
}

QString startFunction(const ReportState& state, std::uint32_t thread)
{
    const ThreadStack* stack = state.stack(thread);
    if (!stack || !stack->complete || stack->frames.empty())
        return {};
    const auto own = std::ranges::find_if(
        stack->frames.rbegin(), stack->frames.rend(), [&state](const Frame& frame) {
            return insight::isOwnCode(state, frame) &&
                   !isPlumbing(insight::knownFunction(state, frame));
        });
    return own == stack->frames.rend()
               ? QString()
               : toQString(insight::qualifiedName(insight::knownFunction(state, *own)));
}

} // namespace

QList<LockRow> makeLockRows(const ReportState& state)
{
    QList<LockRow> rows;
    if (!state.event || !state.waits)
        return rows;
    const auto waiters = waitersOf(state);
    const auto deadlocked = deadlockedObjects(*state.waits);
    for (std::uint32_t i = 0; i < waiters.size(); ++i) {
        const WaitObject& object = state.waits->objects[i];
        LockRow row;
        row.index = int(i);
        row.name = lockName(state, object);
        row.kind = lockKindText(object.kind);
        row.holderKind = holderKind(state, object);
        row.holder = holderText(state, object);
        row.note = holderNote(state, object);
        row.waiters = waitersText(state, waiters[i]);
        row.isInDeadlock = deadlocked.contains(i);
        if (const auto holder = insight::holderOf(state, object))
            row.threads.append(int(holder->thread));
        for (const auto thread : waiters[i])
            row.threads.append(int(thread));
        row.words = wordsOf(state, object);
        row.sentence = sentenceOf(row);
        rows.append(std::move(row));
    }
    std::ranges::stable_sort(rows, [](const LockRow& a, const LockRow& b) {
        if (a.isInDeadlock != b.isInDeadlock)
            return a.isInDeadlock;
        return a.threads.size() > b.threads.size();
    });
    return rows;
}

QList<DetailRow> makeThreadFacts(const ReportState& state, std::uint32_t thread)
{
    if (!state.event || thread >= state.event->threads.size())
        return {};
    Facts facts;
    const EventThread& value = state.event->threads[thread];
    facts.add(Words::tr("Thread"), threadName(state, thread));
    facts.add(Words::tr("Thread id"), value.id ? QString::number(*value.id) : QString(), true);
    facts.add(Words::tr("State"), stateText(state, thread));
    const auto* wait = insight::waitOf(state, thread);
    if (const auto* object = wait ? insight::waitedObject(state, *wait) : nullptr)
        addWait(facts, state, *object);
    facts.add(Words::tr("Holds"), heldText(state, thread));
    facts.add(Words::tr("Start"), startFunction(state, thread), true);
    return facts.take();
}

} // namespace faultline::ui
