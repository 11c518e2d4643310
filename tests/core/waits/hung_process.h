// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/waits/wait_analyzer.h"

#include <algorithm>
#include <map>

namespace faultline::test {

inline constexpr std::uint64_t kMutexA = 0x10000;
inline constexpr std::uint64_t kMutexB = 0x10100;
inline constexpr std::uint32_t kFirstId = 700; // Of the threads, which follow each other.

/// A process whose threads sleep in the kernel, and its memory.
class HungProcess
{
public:
    explicit HungProcess(Arch arch, OsFamily system = OsFamily::Linux)
    {
        m_event.kind = EventKind::CoreFile;
        m_event.system.arch = arch;
        m_event.system.os = system;
        if (system == OsFamily::Linux)
            addModule("/lib/libc.so.6");
    }

    void addModule(const std::string& path)
    {
        EventModule module;
        module.codeFile = path;
        m_event.modules = {module};
    }

    /// Integers of four bytes at `address`.
    void words(std::uint64_t address, const std::vector<std::uint32_t>& values)
    {
        std::vector<std::byte> bytes;
        for (const auto value : values) {
            for (unsigned shift = 0; shift < 32; shift += 8)
                bytes.push_back(static_cast<std::byte>(value >> shift));
        }
        m_memory[address] = std::move(bytes);
    }

    /// Integers of eight bytes at `address`.
    void wideWords(std::uint64_t address, const std::vector<std::uint64_t>& values)
    {
        std::vector<std::uint32_t> halves;
        for (const auto value : values) {
            halves.push_back(static_cast<std::uint32_t>(value));
            halves.push_back(static_cast<std::uint32_t>(value >> 32));
        }
        words(address, halves);
    }

    /// A function "app!NAME" lies in no module of the C library; "?" has no name.
    void addThread(const std::map<std::string, std::uint64_t>& registers,
                   const std::vector<std::string>& functions = {})
    {
        EventThread thread;
        thread.id = kFirstId + m_event.threads.size();
        RegisterSet set(cpuFamily(m_event.system.arch));
        for (const auto& [name, value] : registers) {
            if (const auto index = registerIndex(set.family(), name))
                set.set(*index, value);
            else
                thread.extraRegisters.emplace_back(name, value);
        }
        thread.registers = set;
        auto stack = std::make_shared<ThreadStack>();
        stack->thread = static_cast<std::uint32_t>(m_event.threads.size());
        for (const auto& function : functions) {
            Frame frame;
            frame.module = 0;
            frame.trust = FrameTrust::Cfi;
            frame.originalIndex = static_cast<std::uint32_t>(stack->frames.size());
            constexpr std::string_view kProgram = "app!";
            const bool isProgram = function.starts_with(kProgram);
            if (isProgram)
                frame.module.reset();
            if (function != "?")
                frame.position.function = function.substr(isProgram ? kProgram.size() : 0);
            stack->frames.push_back(std::move(frame));
            RegisterSet own(set.family());
            own.set(specialRegisters(set.family()).sp, set.sp() + 0x40 * stack->frames.size());
            stack->registers.push_back(own);
        }
        if (!stack->registers.empty())
            stack->registers.front() = set;
        m_stacks.push_back(std::move(stack));
        m_event.threads.push_back(std::move(thread));
    }

    /// A thread of x86-64 in futex(word, FUTEX_WAIT_PRIVATE, expected, limit).
    void addWaiter(std::uint64_t word,
                   std::uint64_t expected = 2,
                   std::uint64_t limit = 0,
                   const std::vector<std::string>& functions = {"__lll_lock_wait",
                                                                "pthread_mutex_lock", "run"})
    {
        addThread({{"orig_rax", 202},
                   {"rax", ~std::uint64_t{511}},
                   {"rdi", word},
                   {"rsi", 0x80},
                   {"rdx", expected},
                   {"r10", limit},
                   {"rsp", 0x7000}},
                  functions);
    }

    /// A thread of x86-64 in its own code.
    void addRunner() { addThread({{"orig_rax", ~0ull}, {"rax", 1}, {"rsp", 0x9000}}, {"app!run"}); }

    /// A thread of x86-64 in clock_nanosleep().
    void addSleeper()
    {
        addThread({{"orig_rax", 230}, {"rax", ~std::uint64_t{515}}, {"rsp", 0x9000}},
                  {"clock_nanosleep", "app!run"});
    }

    /// A thread of x86-64 in read().
    void addReader()
    {
        addThread({{"orig_rax", 0}, {"rax", ~std::uint64_t{511}}, {"rsp", 0x9000}},
                  {"read", "app!run"});
    }

    /// glibc's pthread_mutex_t of 64-bit systems.
    void mutex(std::uint64_t address,
               std::uint32_t owner,
               std::uint32_t lock = 2,
               std::uint32_t kind = 0,
               std::uint32_t count = 0)
    {
        words(address, {lock, count, owner, 1, kind, 0, 0, 0, 0, 0});
    }

    /// The last thread waits by FUTEX_WAIT_BITSET_PRIVATE.
    void waitByBitset()
    {
        m_event.threads.back().registers->set(*registerIndex(CpuFamily::Intel64, "rsi"), 0x89);
    }

    Event& event() { return m_event; }

    WaitGraph graph(std::size_t memoryBytes = ~std::size_t{0})
    {
        std::vector<MemoryRange> ranges;
        for (const auto& [address, bytes] : m_memory) {
            auto part = bytes;
            part.resize(std::min(part.size(), memoryBytes));
            memoryBytes -= part.size();
            ranges.push_back({address, ByteView::fromVector(std::move(part)), false});
        }
        ranges.push_back({0x1, ByteView::fromVector({std::byte{0}}), false});
        m_event.makeNative().memory =
            std::make_shared<const MemoryImage>(std::move(ranges), std::endian::little);
        const auto graph = waits::findWaits(m_event, m_stacks);
        return graph ? *graph : WaitGraph{};
    }

    std::size_t memoryBytes() const
    {
        std::size_t size = 0;
        for (const auto& [address, bytes] : m_memory)
            size += bytes.size();
        return size;
    }

private:
    Event m_event;
    std::map<std::uint64_t, std::vector<std::byte>> m_memory;
    std::vector<std::shared_ptr<const ThreadStack>> m_stacks;
};

inline HungProcess deadlock()
{
    HungProcess process(Arch::Amd64);
    process.mutex(kMutexA, kFirstId + 1);
    process.mutex(kMutexB, kFirstId);
    process.addWaiter(kMutexA);
    process.addWaiter(kMutexB);
    return process;
}

inline bool claimsDeadlock(const WaitGraph& graph)
{
    return std::ranges::any_of(graph.findings, [](const WaitFinding& finding) {
        return finding.kind == WaitFindingKind::Deadlock ||
               finding.kind == WaitFindingKind::SelfDeadlock;
    });
}

inline const WaitObject* objectOf(const WaitGraph& graph, std::size_t thread)
{
    const auto& object = graph.threads.at(thread).object;
    return object ? &graph.objects.at(*object) : nullptr;
}

} // namespace faultline::test
