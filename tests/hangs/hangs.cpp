// SPDX-License-Identifier: GPL-3.0-or-later
// As hangs.c, with the primitives of the C++ library.
#include "watcher.h"

#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <vector>

namespace {

std::mutex outer;
std::atomic<int> guardIds[2];

int initialise()
{
    guardIds[0] = idOfThread();
    while (ready < 1)
        std::this_thread::sleep_for(1ms);
    tellWait(guardIds[0], "mutex-normal", guardIds[1]);
    tellWait(guardIds[1], "guard", guardIds[0]);
    tellCycle(guardIds[0], guardIds[1]);
    ready++;
    outer.lock();
    return 1;
}

int guarded()
{
    static const int kValue = initialise();
    return kValue;
}

void guard()
{
    expected = 2;
    std::thread other([] {
        guardIds[1] = idOfThread();
        outer.lock();
        ready++;
        while (guardIds[0] == 0)
            std::this_thread::sleep_for(1ms);
        guarded();
    });
    guarded();
}

void waits(const std::string& how)
{
    const int self = idOfThread();
    if (how == "future") {
        expected = 1;
        std::promise<int> promise;
        tellWait(self, "condition", 0);
        ready++;
        promise.get_future().get();
    }
    if (how == "async") { // Its result joins the thread.
        expected = 1;
        std::atomic<int> id = 0;
        auto result = std::async(std::launch::async, [&] {
            id = idOfThread();
            std::this_thread::sleep_for(1h);
            return 1;
        });
        while (id == 0)
            std::this_thread::sleep_for(1ms);
        tellWait(self, "join", id);
        ready++;
        result.get();
    }
    if (how == "barrier") {
        expected = 1;
        std::barrier meeting(2);
        tellWait(self, "barrier", 0);
        ready++;
        meeting.arrive_and_wait();
    }
    if (how == "latch") {
        expected = 1;
        std::latch latch(2);
        tellWait(self, "latch", 0);
        ready++;
        latch.wait();
    }
    if (how == "counting") {
        expected = 1;
        std::counting_semaphore<4> semaphore(0);
        tellWait(self, "semaphore", 0);
        ready++;
        semaphore.acquire();
    }
    if (how == "atomic") {
        expected = 1;

        // Looks like a glibc mutex that this thread holds.
        struct alignas(64) Words
        {
            std::atomic<int> lock;
            int count, owner, users, kind;
        };

        static Words words{{2}, 0, 0, 1, 0};
        words.owner = self;
        tellWait(self, "atomic", 0);
        ready++;
        words.lock.wait(2);
    }
    if (how == "condition") {
        expected = 1;
        std::mutex mutex;
        std::condition_variable condition;
        std::unique_lock lock(mutex);
        tellWait(self, "condition", 0);
        ready++;
        condition.wait(lock);
    }
    if (how == "thread") {
        expected = 2;
        std::atomic<int> id = 0;
        std::thread other([&] {
            id = idOfThread();
            sleepForGood();
        });
        while (id == 0)
            std::this_thread::sleep_for(1ms);
        tellWait(self, "join", id);
        ready++;
        other.join();
    }
    if (how == "convoy") {
        expected = 5;
        static std::mutex a, b;
        std::scoped_lock both(a, b);
        std::vector<std::thread> all;
        for (int i = 0; i < 4; ++i)
            all.emplace_back([self] {
                tellWait(idOfThread(), "mutex-normal", self);
                ready++;
                std::scoped_lock lock(a, b);
            });
        sleepForGood();
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 2)
        return 2;
    const std::string how = arguments[1];
    std::thread(watch).detach();
    const auto lock = [](auto& other) { other.lock(); };
    const auto tryForAnHour = [](auto& other) { other.try_lock_for(1h); };
    if (how == "mutexes")
        cross<std::mutex>("mutex-normal", true, lock, lock);
    if (how == "recursive")
        cross<std::recursive_mutex>("mutex-recursive", true, lock, lock);
    if (how == "timed-mutexes")
        cross<std::timed_mutex>("mutex-normal", true, lock, lock);
    if (how == "try-for")
        cross<std::timed_mutex>("mutex-normal", false, lock, tryForAnHour);
    if (how == "shared")
        cross<std::shared_mutex>("rwlock-written", true, lock, lock);
    if (how == "shared-reading")
        cross<std::shared_mutex>("rwlock-written", true, lock,
                                 [](auto& other) { other.lock_shared(); });
    if (how == "shared-timed")
        cross<std::shared_timed_mutex>("rwlock-written", false, lock, tryForAnHour);
    if (how == "guard")
        guard();
    waits(how);
    return 0;
}
