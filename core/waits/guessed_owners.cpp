// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/guessed_owners.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace faultline::waits {

namespace {

constexpr std::uint64_t kMaxStackBytes = 64 << 10;
constexpr std::uint64_t kMaxTotalBytes = 64 << 20;

bool needsGuess(const WaitObject& object)
{
    const bool isLock = object.kind == WaitObjectKind::Mutex ||
                        object.kind == WaitObjectKind::SlimLock ||
                        object.kind == WaitObjectKind::ReaderWriterLock;
    return isLock && object.ownerState == OwnerState::NotRecorded && object.address &&
           *object.address != 0;
}

class Guesses
{
public:
    Guesses(WaitGraph& graph, const Event& event, const MemoryImage& memory)
        : m_graph(graph), m_event(event), m_memory(memory)
    {
        for (std::uint32_t i = 0; i < graph.objects.size(); ++i) {
            if (needsGuess(graph.objects[i]))
                m_objectAt.emplace(*graph.objects[i].address, i);
        }
        for (const auto& wait : graph.threads) {
            if (wait.object)
                m_waits.emplace(wait.thread, *wait.object);
        }
    }

    void make()
    {
        if (m_objectAt.empty())
            return;
        std::uint64_t left = kMaxTotalBytes;
        for (std::uint32_t i = 0; i < m_event.threads.size() && left > 0; ++i)
            left -= std::min(left, scan(i));
        for (const auto& [object, holders] : m_holders) {
            if (holders.size() == 1)
                m_graph.objects[object].guessedOwner = *holders.begin();
        }
    }

private:
    /// Returns the number of bytes that were read.
    std::uint64_t scan(std::uint32_t thread)
    {
        const auto& entry = m_event.threads[thread];
        const auto word = pointerSize(cpuFamily(m_event.system.arch));
        if (!entry.registers || word == 0)
            return 0;
        const auto begin = (entry.registers->sp() + word - 1) & ~std::uint64_t{word - 1};
        const auto bytes = m_memory.pieceFrom(begin);
        const auto size = std::min<std::uint64_t>(bytes.size(), kMaxStackBytes);
        for (std::uint64_t at = 0; at + word <= size; at += word) {
            if (const auto value = m_memory.readUnsigned(begin + at, word))
                note(thread, *value);
        }
        return size;
    }

    void note(std::uint32_t thread, std::uint64_t value)
    {
        const auto found = m_objectAt.find(value);
        if (found == m_objectAt.end())
            return;
        const auto wait = m_waits.find(thread);
        if (wait == m_waits.end() || wait->second != found->second)
            m_holders[found->second].insert(thread);
    }

    WaitGraph& m_graph;
    const Event& m_event;
    const MemoryImage& m_memory;
    std::unordered_map<std::uint64_t, std::uint32_t> m_objectAt;
    std::unordered_map<std::uint32_t, std::uint32_t> m_waits;             // By thread: its object.
    std::unordered_map<std::uint32_t, std::set<std::uint32_t>> m_holders; // By object.
};

} // namespace

void guessOwners(WaitGraph& graph, const Event& event, const MemoryImage& memory)
{
    Guesses(graph, event, memory).make();
}

} // namespace faultline::waits
