// SPDX-License-Identifier: GPL-3.0-or-later
// Which hangs of Windows there are, and what is true of each.
#include "tests/support/windows_hang.h"

namespace faultline::test {

namespace {

constexpr std::uint32_t kMain = 4100;
constexpr std::uint32_t kA = 4104;
constexpr std::uint32_t kB = 4108;
constexpr std::uint32_t kOtherProcess = 5000;

using Limit = WindowsHang::Limit;
using Which = WindowsHang::Which;

class Hangs
{
public:
    explicit Hangs(Cpu cpu) : m_cpu(cpu) {}

    std::vector<KnownWindowsHang> all()
    {
        deadlocksOfHandles();
        deadlocksOfSections();
        handlesThatAreNone();
        sectionsThatAreNone();
        withoutHolders();
        return std::move(m_all);
    }

private:
    WindowsHang& add(const std::string& name)
    {
        m_all.push_back({name, WindowsHang(m_cpu), {}});
        return m_all.back().hang;
    }

    void wait(std::uint32_t thread, const std::string& kind, std::uint32_t holder)
    {
        m_all.back().truth +=
            "wait " + std::to_string(thread) + " " + kind + " " + std::to_string(holder) + "\n";
    }

    void cycle(const std::vector<std::uint32_t>& threads)
    {
        m_all.back().truth += "cycle";
        for (const auto thread : threads)
            m_all.back().truth += " " + std::to_string(thread);
        m_all.back().truth += "\n";
    }

    /// The main thread and another hold what the other one waits for.
    void deadlock(const std::string& kind, const std::string& other)
    {
        wait(kMain, kind, kA);
        wait(kA, other, kMain);
        cycle({kMain, kA});
    }

    void deadlocksOfHandles()
    {
        auto& two = add("mutexes");
        two.waitFor(kMain, two.addMutex(kA));
        two.waitFor(kA, two.addMutex(kMain));
        deadlock("kernel-mutex", "kernel-mutex");

        auto& three = add("three-mutexes");
        three.waitFor(kMain, three.addMutex(kA));
        three.waitFor(kA, three.addMutex(kB));
        three.waitFor(kB, three.addMutex(kMain));
        wait(kMain, "kernel-mutex", kA);
        wait(kA, "kernel-mutex", kB);
        wait(kB, "kernel-mutex", kMain);
        cycle({kMain, kA, kB});

        auto& join = add("join");
        join.waitFor(kMain, join.addThreadHandle(kA));
        join.waitFor(kA, join.addMutex(kMain));
        deadlock("join", "kernel-mutex");

        auto& every = add("all-of-several");
        every.waitForSeveral(kMain, {every.addEvent(true), every.addMutex(kA)}, Which::All);
        every.waitFor(kA, every.addMutex(kMain));
        deadlock("kernel-mutex", "kernel-mutex");
    }

    void deadlocksOfSections()
    {
        auto& two = add("sections");
        two.enterSection(kMain, two.addSection(kA));
        two.enterSection(kA, two.addSection(kMain));
        deadlock("section", "section");

        auto& loader = add("loader-lock");
        loader.enterSection(kMain, loader.addLoaderLock(kA));
        loader.enterSection(kA, loader.addSection(kMain));
        deadlock("loader-lock", "section");

        auto& mixed = add("section-and-mutex");
        mixed.enterSection(kMain, mixed.addSection(kA));
        mixed.waitFor(kA, mixed.addMutex(kMain));
        deadlock("section", "kernel-mutex");

        auto& ending = add("join-under-loader-lock");
        ending.waitFor(kMain, ending.addThreadHandle(kA));
        ending.enterSection(kA, ending.addLoaderLock(kMain));
        deadlock("join", "loader-lock");
    }

    void handlesThatAreNone()
    {
        auto& timed = add("timed");
        timed.waitFor(kMain, timed.addMutex(kA), Limit::Some);
        timed.waitFor(kA, timed.addMutex(kMain));
        wait(kMain, "kernel-mutex", kA);
        wait(kA, "kernel-mutex", kMain);

        auto& any = add("any-of-several");
        any.waitForSeveral(kMain, {any.addEvent(false), any.addMutex(kA)}, Which::Any);
        any.waitFor(kA, any.addMutex(kMain));
        wait(kMain, "any", 0);
        wait(kA, "kernel-mutex", kMain);

        auto& other = add("other-process");
        other.waitFor(kMain, other.addMutex(kOtherProcess + 4, kOtherProcess));
        wait(kMain, "kernel-mutex", 0);

        auto& own = add("own-mutex"); // Got this moment: mutexes of Windows are recursive.
        own.waitFor(kMain, own.addMutex(kMain));
        wait(kMain, "kernel-mutex", kMain);

        auto& freed = add("free-mutex");
        freed.waitFor(kMain, freed.addMutex(0));
        freed.sleep(kA);
        wait(kMain, "kernel-mutex", 0);
    }

    void sectionsThatAreNone()
    {
        auto& convoy = add("convoy");
        const auto section = convoy.addSection(kMain, -34);
        convoy.sleep(kMain);
        for (std::uint32_t i = 0; i < 8; ++i) {
            convoy.enterSection(kA + 4 * i, section);
            wait(kA + 4 * i, "section", kMain);
        }

        auto& own = add("own-section"); // Got this moment.
        own.enterSection(kMain, own.addSection(kMain));
        wait(kMain, "section", kMain);

        auto& gone = add("gone"); // Its holder has ended.
        gone.enterSection(kMain, gone.addSection(kMain + 400));
        wait(kMain, "section", 0);
    }

    void withoutHolders()
    {
        struct Row
        {
            const char* name;
            const char* function;
            const char* kind;
        };

        for (const auto& [name, function, kind] :
             {Row{"slim", "RtlAcquireSRWLockExclusive", "slim"},
              Row{"condition", "RtlSleepConditionVariableCS", "condition"},
              Row{"once", "RtlRunOnceBeginInitialize", "once"}}) {
            auto& hang = add(name);
            hang.waitInside(kMain, function);
            hang.waitInside(kA, function);
            wait(kMain, kind, 0);
            wait(kA, kind, 0);
        }
        auto& event = add("event");
        event.waitFor(kMain, event.addEvent(false));
        wait(kMain, "event", 0);
        auto& semaphore = add("semaphore");
        semaphore.waitFor(kMain, semaphore.addSemaphore(0));
        wait(kMain, "semaphore", 0);
        auto& process = add("process");
        process.waitFor(kMain, process.addHandle("Process"));
        wait(kMain, "process", 0);
    }

    Cpu m_cpu;
    std::vector<KnownWindowsHang> m_all;
};

} // namespace

std::vector<KnownWindowsHang> windowsHangs(Cpu cpu)
{
    return Hangs(cpu).all();
}

} // namespace faultline::test
