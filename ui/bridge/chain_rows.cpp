// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/chain_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/thread_rows.h"
#include "ui/bridge/wait_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

/// A longer chain is not read as a picture; its rest is one box.
constexpr std::size_t kMostBoxes = 24;
constexpr int kMostStrips = 8;
constexpr qsizetype kMostGuesses = 100;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ChainRows)
};

QString heldText(const ReportState& state, std::uint32_t thread)
{
    constexpr std::size_t kMost = 2;
    QStringList names;
    const auto held = insight::heldObjects(state, thread);
    for (std::size_t i = 0; i < std::min(held.size(), kMost); ++i)
        names.append(lockName(state, state.waits->objects[held[i]]));
    if (held.size() > kMost)
        names.append(QStringLiteral("…"));
    return names.isEmpty() ? QString()
                           : Words::tr("holds %1").arg(names.join(QStringLiteral(", ")));
}

class Chains
{
public:
    explicit Chains(const ReportState& state) : m_state(state) {}

    void addCycle(const WaitFinding& finding)
    {
        const bool isProven = finding.kind != WaitFindingKind::PossibleDeadlock;
        ++(isProven ? m_rows.cycles : m_rows.possibleCycles);
        if (m_strip == kMostStrips || finding.threads.empty() ||
            finding.threads.front() >= m_state.event->threads.size())
            return;
        add(insight::waitChain(m_state, finding.threads.front()),
            isProven ? ChainMood::Deadlock : ChainMood::Possible);
    }

    void addChain(std::uint32_t thread)
    {
        const auto chain = insight::waitChain(m_state, thread);
        if (chain.empty() || !chain.front().object)
            return;
        add(chain, ChainMood::Quiet);
        m_rows.title = titleOf(chain);
    }

    void addGuesses()
    {
        for (const ThreadWait& wait : m_state.waits->threads) {
            const auto* object = insight::waitedObject(m_state, wait);
            const auto holder = object ? insight::holderOf(m_state, *object) : std::nullopt;
            if (!holder || !holder->isGuess || wait.thread >= m_state.event->threads.size())
                continue;
            if (m_rows.guesses.size() == kMostGuesses)
                return;
            m_rows.guesses.append(Words::tr("%1 waits for %2, perhaps held by %3")
                                      .arg(threadName(m_state, wait.thread),
                                           lockTitle(m_state, *object),
                                           threadName(m_state, holder->thread)));
        }
    }

    ChainRows take() { return std::move(m_rows); }

private:
    void add(const std::vector<insight::WaitLink>& chain, ChainMood mood)
    {
        const int first = int(m_rows.boxes.size());
        const std::size_t shown = std::min(chain.size(), kMostBoxes);
        for (std::size_t i = 0; i < shown; ++i)
            m_rows.boxes.append(boxOf(chain[i], mood));
        if (shown < chain.size())
            addRest(chain.size() - shown, mood);
        for (int i = first; i + 1 < int(m_rows.boxes.size()); ++i)
            m_rows.boxes[i].next = i + 1;
        closeRing(chain, first);
        for (int i = first; i < int(m_rows.boxes.size()); ++i)
            m_rows.boxes[i].sentence = sentenceOf(m_rows.boxes.at(i));
        ++m_strip;
    }

    /// An object without a known holder gets a box of its own, so that its arrow leads somewhere.
    void closeRing(const std::vector<insight::WaitLink>& chain, int first)
    {
        const auto& end = chain.back();
        if (!end.object)
            return;
        const WaitObject& object = m_state.waits->objects[*end.object];
        ChainBoxRow& last = m_rows.boxes.last();
        if (const auto holder = insight::holderOf(m_state, object)) {
            const auto back = std::ranges::find(chain, holder->thread, &insight::WaitLink::thread);
            const auto at = back - chain.begin();
            last.next = at < std::ptrdiff_t(kMostBoxes) ? first + int(at) : -1;
            return;
        }
        last.next = int(m_rows.boxes.size());
        ChainBoxRow box = emptyBox(last.mood);
        box.name = holderText(m_state, object);
        box.standsIn = holderNote(m_state, object);
        m_rows.boxes.append(box);
    }

    ChainBoxRow emptyBox(ChainMood mood) const
    {
        ChainBoxRow box;
        box.number = int(m_rows.boxes.size());
        box.strip = m_strip;
        box.mood = mood;
        return box;
    }

    void addRest(std::size_t count, ChainMood mood)
    {
        ChainBoxRow box = emptyBox(mood);
        box.name = Words::tr("%n more thread(s)", nullptr, int(count));
        m_rows.boxes.append(box);
    }

    ChainBoxRow boxOf(const insight::WaitLink& link, ChainMood mood) const
    {
        ChainBoxRow box = emptyBox(mood);
        box.thread = int(link.thread);
        box.name = threadName(m_state, link.thread);
        box.holds = heldText(m_state, link.thread);
        if (const QString function = threadFunction(m_state, link.thread); !function.isEmpty())
            box.standsIn = Words::tr("stands in %1").arg(function);
        box.isGuess = link.isGuess;
        if (!link.object)
            return box;
        const WaitObject& object = m_state.waits->objects[*link.object];
        box.waitsFor = Words::tr("waits for %1").arg(lockTitle(m_state, object));
        box.evidence = link.isGuess ? Words::tr("a guess: no word names the holder")
                                    : holderEvidence(m_state, object);
        return box;
    }

    QString sentenceOf(const ChainBoxRow& box) const
    {
        QStringList parts{box.name};
        for (const QString& part : {box.holds, box.standsIn, box.waitsFor, box.evidence}) {
            if (!part.isEmpty())
                parts.append(part);
        }
        if (box.next >= 0 && m_rows.boxes.at(box.next).thread >= 0)
            parts.append((box.isGuess ? Words::tr("perhaps held by %1") : Words::tr("held by %1"))
                             .arg(m_rows.boxes.at(box.next).name));
        return parts.join(QStringLiteral(", "));
    }

    /// Says who holds the last lock of the chain, or that nobody is known to.
    QString titleOf(const std::vector<insight::WaitLink>& chain) const
    {
        if (chain.back().object) {
            const WaitObject& object = m_state.waits->objects[*chain.back().object];
            //: %1 is a lock, %2 its holder or why it is unknown
            return Words::tr("%1: %2").arg(lockTitle(m_state, object), holderText(m_state, object));
        }
        if (chain.size() < 2)
            return {};
        const WaitObject& object = m_state.waits->objects[*chain[chain.size() - 2].object];
        const QString name = threadName(m_state, chain.back().thread);
        const QString lock = lockTitle(m_state, object);
        return chain[chain.size() - 2].isGuess ? Words::tr("%1 perhaps holds %2").arg(name, lock)
                                               : Words::tr("%1 holds %2").arg(name, lock);
    }

    const ReportState& m_state;
    ChainRows m_rows;
    int m_strip = 0;
};

bool isCycle(const WaitFinding& finding)
{
    return finding.kind == WaitFindingKind::Deadlock ||
           finding.kind == WaitFindingKind::SelfDeadlock ||
           finding.kind == WaitFindingKind::PossibleDeadlock;
}

} // namespace

ChainRows makeChainRows(const ReportState& state, std::uint32_t thread)
{
    if (!state.event || !state.waits || thread >= state.event->threads.size())
        return {};
    Chains chains(state);
    bool hasCycles = false;
    for (const WaitFinding& finding : state.waits->findings) {
        if (!isCycle(finding))
            continue;
        hasCycles = true;
        chains.addCycle(finding);
    }
    if (!hasCycles)
        chains.addChain(thread);
    chains.addGuesses();
    return chains.take();
}

} // namespace faultline::ui
