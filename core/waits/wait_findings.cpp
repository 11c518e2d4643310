// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/wait_findings.h"

#include <algorithm>
#include <unordered_map>

namespace faultline::waits {

namespace {

constexpr auto kNone = ~std::size_t{0};

bool isLock(WaitObjectKind kind)
{
    switch (kind) {
    case WaitObjectKind::Mutex:
    case WaitObjectKind::RecursiveMutex:
    case WaitObjectKind::ReaderWriterLock:
    case WaitObjectKind::OnceFlag:
    case WaitObjectKind::LoaderLock:
    case WaitObjectKind::CriticalSection:
    case WaitObjectKind::SlimLock:
    case WaitObjectKind::KernelMutex:
    case WaitObjectKind::Monitor: return true;
    default: return false;
    }
}

/// A thread never waits for one of these because it holds it itself. Words that say so are those of
/// the moment at which it got the lock.
bool isReentrant(WaitObjectKind kind)
{
    switch (kind) {
    case WaitObjectKind::RecursiveMutex:
    case WaitObjectKind::LoaderLock:
    case WaitObjectKind::CriticalSection:
    case WaitObjectKind::KernelMutex:
    case WaitObjectKind::Monitor: return true;
    default: return false;
    }
}

class Problems
{
public:
    explicit Problems(const WaitGraph& graph) : m_graph(graph), m_waiters(graph.objects.size())
    {
        for (std::size_t i = 0; i < graph.threads.size(); ++i) {
            const auto& wait = graph.threads[i];
            m_waitOf.emplace(wait.thread, i);
            if (wait.object && *wait.object < m_waiters.size())
                m_waiters[*wait.object].push_back(wait.thread);
        }
    }

    std::vector<WaitFinding> find()
    {
        findCycles();
        for (std::uint32_t i = 0; i < m_graph.objects.size(); ++i)
            judgeObject(i);
        return std::move(m_findings);
    }

private:
    const WaitObject* objectOf(std::size_t wait) const
    {
        const auto& object = m_graph.threads[wait].object;
        return object && *object < m_graph.objects.size() ? &m_graph.objects[*object] : nullptr;
    }

    static std::optional<std::uint32_t> holderOf(const WaitObject& object)
    {
        return object.ownerState == OwnerState::Thread ? object.owner : object.guessedOwner;
    }

    /// The wait of the thread that holds what `wait` waits for. A timed wait leads nowhere.
    std::size_t next(std::size_t wait) const
    {
        const auto* object = objectOf(wait);
        if (object == nullptr || m_graph.threads[wait].hasTimeLimit)
            return kNone;
        const auto holder = holderOf(*object);
        const auto found = holder ? m_waitOf.find(*holder) : m_waitOf.end();
        return found == m_waitOf.end() ? kNone : found->second;
    }

    /// Every thread waits for at most one thread, so each walk ends in a known thread, in a new
    /// cycle or nowhere.
    void findCycles()
    {
        std::vector<std::size_t> walkOf(m_graph.threads.size(), kNone);
        for (std::size_t start = 0; start < walkOf.size(); ++start) {
            std::size_t at = start;
            while (at != kNone && walkOf[at] == kNone) {
                walkOf[at] = start;
                at = next(at);
            }
            if (at != kNone && walkOf[at] == start)
                addCycle(at);
        }
    }

    void addCycle(std::size_t first)
    {
        WaitFinding finding;
        bool isRecorded = true;
        for (auto at = first;;) {
            finding.threads.push_back(m_graph.threads[at].thread);
            finding.objects.push_back(*m_graph.threads[at].object);
            isRecorded = isRecorded && objectOf(at)->ownerState == OwnerState::Thread;
            at = next(at);
            if (at == first)
                break;
        }
        // A thread's own stack always leads to what it waits for.
        if (finding.threads.size() == 1 && (!isRecorded || isReentrant(objectOf(first)->kind)))
            return;
        finding.kind = !isRecorded                   ? WaitFindingKind::PossibleDeadlock
                       : finding.threads.size() == 1 ? WaitFindingKind::SelfDeadlock
                                                     : WaitFindingKind::Deadlock;
        m_findings.push_back(std::move(finding));
    }

    void judgeObject(std::uint32_t index)
    {
        const auto& object = m_graph.objects[index];
        const auto& waiters = m_waiters[index];
        if (waiters.empty())
            return;
        if (object.ownerState == OwnerState::GoneThread)
            m_findings.push_back({WaitFindingKind::HeldByGoneThread, waiters, {index}});
        if (waiters.size() >= kConvoyThreads && isLock(object.kind))
            m_findings.push_back({WaitFindingKind::Convoy, waiters, {index}});
        if (object.ownerState == OwnerState::Thread && object.owner && isLock(object.kind))
            judgeHolder(index, *object.owner);
    }

    /// Does the holder wait for something that is no thread of the file?
    void judgeHolder(std::uint32_t index, std::uint32_t holder)
    {
        const auto found = m_waitOf.find(holder);
        if (found == m_waitOf.end())
            return;
        const auto& wait = m_graph.threads[found->second];
        const auto* object = objectOf(found->second);
        const bool isOutside =
            wait.state == WaitState::Sleeping || wait.state == WaitState::InInput ||
            (wait.state == WaitState::Waiting &&
             (object == nullptr || object->ownerState == OwnerState::NotRecorded ||
              object->ownerState == OwnerState::OtherProcess));
        if (!isOutside || (object != nullptr && object->guessedOwner))
            return;
        WaitFinding finding{WaitFindingKind::HolderWaitsOutside, m_waiters[index], {index}};
        finding.threads.push_back(holder);
        m_findings.push_back(std::move(finding));
    }

    const WaitGraph& m_graph;
    std::unordered_map<std::uint32_t, std::size_t> m_waitOf; // By thread: index into the waits.
    std::vector<std::vector<std::uint32_t>> m_waiters;       // By object.
    std::vector<WaitFinding> m_findings;
};

} // namespace

std::vector<WaitFinding> findWaitProblems(const WaitGraph& graph)
{
    return Problems(graph).find();
}

} // namespace faultline::waits
