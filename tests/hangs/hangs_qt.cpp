// SPDX-License-Identifier: GPL-3.0-or-later
// As hangs.c, with the primitives of Qt.
#include "watcher.h"

#include <QMutex>
#include <QReadWriteLock>
#include <QSemaphore>
#include <QThread>
#include <QWaitCondition>

namespace {

constexpr int kAnHour = 3600000; // Milliseconds.

struct RecursiveReadWriteLock : QReadWriteLock
{
    RecursiveReadWriteLock() : QReadWriteLock(QReadWriteLock::Recursive) {}
};

void locks(const std::string& how)
{
    const auto lock = [](auto& other) { other.lock(); };
    const auto tryForAnHour = [](auto& other) { other.tryLock(kAnHour); };
    const auto write = [](auto& other) { other.lockForWrite(); };
    const auto read = [](auto& other) { other.lockForRead(); };
    if (how == "mutexes")
        cross<QMutex>("qmutex", true, lock, lock);
    if (how == "try-for")
        cross<QMutex>("qmutex", false, lock, tryForAnHour);
    if (how == "recursive")
        cross<QRecursiveMutex>("qrecursive", true, lock, lock);
    if (how == "recursive-try-for")
        cross<QRecursiveMutex>("qrecursive", false, lock, tryForAnHour);
    if (how == "writers")
        cross<QReadWriteLock>("qrwlock", true, write, write);
    if (how == "readers")
        cross<QReadWriteLock>("qrwlock", true, write, read);
    if (how == "recursive-writers")
        cross<RecursiveReadWriteLock>("qrwlock", true, write, write);
}

void waits(const std::string& how)
{
    expected = 1;
    const auto arrive = [](const char* kind) {
        tellWait(idOfThread(), kind, 0);
        ready++;
    };
    if (how == "semaphore") {
        QSemaphore semaphore;
        arrive("semaphore");
        semaphore.acquire();
    }
    if (how == "condition") {
        QMutex mutex;
        QWaitCondition condition;
        mutex.lock();
        arrive("condition");
        condition.wait(&mutex);
    }
    if (how == "thread") {
        auto* const thread = QThread::create([] { std::this_thread::sleep_for(1h); });
        thread->start();
        arrive("condition");
        thread->wait();
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 2)
        return 2;
    std::thread(watch).detach();
    locks(arguments[1]);
    waits(arguments[1]);
    return 0;
}
