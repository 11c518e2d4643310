// SPDX-License-Identifier: GPL-3.0-or-later
// What the C++ programs share: a watcher that ends the program by a signal once every other thread
// sleeps, lines of truth, and two threads that cross two locks.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <dirent.h>
#include <fstream>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

inline std::atomic<int> ready;
inline std::atomic<int> expected;

inline int idOfThread()
{
    return static_cast<int>(syscall(SYS_gettid));
}

inline void tell(const std::string& text)
{
    if (write(1, text.data(), text.size()) < 0)
        _exit(3);
}

inline void tellWait(int thread, const char* kind, int owner)
{
    tell("wait " + std::to_string(thread) + " " + kind + " " + std::to_string(owner) + "\n");
}

inline void tellCycle(int first, int second)
{
    tell("cycle " + std::to_string(first) + " " + std::to_string(second) + "\n");
}

inline bool sleeps(const std::string& thread)
{
    std::ifstream file("/proc/self/task/" + thread + "/stat");
    std::string text;
    std::getline(file, text);
    const auto end = text.rfind(')');
    return end == std::string::npos || text.substr(end, 3) == ") S";
}

inline bool allSleep()
{
    const auto self = std::to_string(idOfThread());
    auto* folder = opendir("/proc/self/task");
    bool all = true;
    while (const auto* entry = readdir(folder)) {
        if (entry->d_name[0] != '.' && self != entry->d_name)
            all = all && sleeps(entry->d_name);
    }
    closedir(folder);
    return all;
}

inline void watch()
{
    for (int calm = 0; calm < 16; std::this_thread::sleep_for(3ms))
        calm = ready >= expected && allSleep() ? calm + 1 : 0;
    raise(SIGSEGV);
}

inline void sleepForGood()
{
    ready++;
    for (;;)
        std::this_thread::sleep_for(1h);
}

/// Two threads that take one lock each by `take` and want the other's by `wish`.
template <class Lock>
struct Crossed
{
    Lock locks[2];
    std::atomic<int> ids[2];
    std::atomic<int> holders;

    template <class Take, class Wish>
    void run(int own, const char* kind, bool isCycle, Take take, Wish wish)
    {
        ids[own] = idOfThread();
        take(locks[own]);
        for (holders++; holders < 2; std::this_thread::sleep_for(1ms)) {
        }
        tellWait(ids[own], kind, ids[1 - own]);
        if (own == 0 && isCycle)
            tellCycle(ids[0], ids[1]);
        ready++;
        wish(locks[1 - own]);
    }
};

template <class Lock, class Take, class Wish>
void cross(const char* kind, bool isCycle, Take take, Wish wish)
{
    static Crossed<Lock> crossed;
    expected = 2;
    std::thread other([&] { crossed.run(1, kind, isCycle, take, wish); });
    crossed.run(0, kind, isCycle, take, wish);
}
