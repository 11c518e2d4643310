// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/wait_words.h"

#include "core/engine/insight.h"
#include "ui/bridge/thread_rows.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(WaitWords)
};

/// The bits of a futex that number the thread which holds it. Source: linux/futex.h,
/// FUTEX_TID_MASK.
constexpr std::uint64_t kFutexThread = 0x3fffffff;

/// Exactly, and otherwise as the kernel's protocol for futexes says.
const WaitEvidence* holderWord(const WaitObject& object)
{
    if (!object.ownerId || object.ownerState != OwnerState::Thread)
        return nullptr;
    const auto exact = std::ranges::find_if(
        object.evidence, [&](const WaitEvidence& word) { return word.value == *object.ownerId; });
    if (exact != object.evidence.end())
        return &*exact;
    const auto masked = std::ranges::find_if(object.evidence, [&](const WaitEvidence& word) {
        return word.sizeBytes == 4 && (word.value & kFutexThread) == *object.ownerId;
    });
    return masked == object.evidence.end() ? nullptr : &*masked;
}

QString endedThread(const WaitObject& object)
{
    return object.ownerId ? Words::tr("ended thread %1").arg(*object.ownerId)
                          : Words::tr("an ended thread");
}

QString waitingText(const ReportState& state, const ThreadWait& wait)
{
    const auto* object = insight::waitedObject(state, wait);
    QString text =
        object ? Words::tr("waits for %1").arg(lockTitle(state, *object)) : Words::tr("waits");
    return wait.hasTimeLimit ? Words::tr("%1, with a time limit").arg(text) : text;
}

} // namespace

QString lockKindText(WaitObjectKind kind)
{
    switch (kind) {
    case WaitObjectKind::Unknown: break;
    case WaitObjectKind::Mutex: return Words::tr("mutex");
    case WaitObjectKind::RecursiveMutex: return Words::tr("recursive mutex");
    case WaitObjectKind::ReaderWriterLock: return Words::tr("reader-writer lock");
    case WaitObjectKind::Condition: return Words::tr("condition");
    case WaitObjectKind::Semaphore: return Words::tr("semaphore");
    case WaitObjectKind::Barrier: return Words::tr("barrier");
    case WaitObjectKind::Futex: return Words::tr("futex");
    case WaitObjectKind::OnceFlag: return Words::tr("once flag");
    case WaitObjectKind::LoaderLock: return Words::tr("loader lock");
    case WaitObjectKind::CriticalSection: return Words::tr("critical section");
    case WaitObjectKind::SlimLock: return Words::tr("slim lock");
    case WaitObjectKind::KernelMutex: return Words::tr("kernel mutex");
    case WaitObjectKind::EventObject: return Words::tr("event");
    case WaitObjectKind::Monitor: return Words::tr("monitor");
    case WaitObjectKind::Channel: return Words::tr("channel");
    case WaitObjectKind::Pipe: return Words::tr("pipe");
    case WaitObjectKind::Socket: return Words::tr("socket");
    case WaitObjectKind::ThreadEnd: return Words::tr("thread's end");
    case WaitObjectKind::Timer: return Words::tr("timer");
    case WaitObjectKind::Process: return Words::tr("process");
    }
    return Words::tr("something");
}

QString lockName(const ReportState& state, const WaitObject& object)
{
    if (!object.name.empty())
        return toQString(object.name);
    if (object.kind == WaitObjectKind::ThreadEnd && object.owner &&
        *object.owner < state.event->threads.size())
        return threadName(state, *object.owner);
    if (object.address)
        return shortHex(*object.address);
    if (!object.handle)
        return lockKindText(object.kind);
    return state.event->system.os == OsFamily::Windows ? shortHex(*object.handle)
                                                       : QString::number(*object.handle);
}

QString lockTitle(const ReportState& state, const WaitObject& object)
{
    const QString name = lockName(state, object);
    if (object.kind == WaitObjectKind::ThreadEnd)
        return Words::tr("the end of %1").arg(name);
    const QString kind = lockKindText(object.kind);
    //: %1 is the kind of a lock, %2 its name or address
    return name == kind ? kind : Words::tr("%1 %2").arg(kind, name);
}

QString holderText(const ReportState& state, const WaitObject& object)
{
    if (const auto holder = insight::holderOf(state, object)) {
        const QString name = threadName(state, holder->thread);
        //: a guessed holder of a lock
        return holder->isGuess ? Words::tr("%1?").arg(name) : name;
    }
    switch (object.ownerState) {
    case OwnerState::Nobody: return Words::tr("nobody");
    case OwnerState::GoneThread: return endedThread(object);
    case OwnerState::OtherProcess: return Words::tr("another process");
    case OwnerState::NoMemory: return Words::tr("not in dump");
    case OwnerState::Damaged: return Words::tr("damaged");
    case OwnerState::Thread:
    case OwnerState::NotRecorded: break;
    }
    return Words::tr("not recorded");
}

QString holderNote(const ReportState& state, const WaitObject& object)
{
    const auto holder = insight::holderOf(state, object);
    if (holder && holder->isGuess)
        return Words::tr("A guess from the stacks: memory does not record the holder.");
    switch (object.ownerState) {
    case OwnerState::Thread:
        return holder ? Words::tr("Memory records the holder.")
                      : Words::tr("The recorded holder is no thread of this file.");
    case OwnerState::Nobody: return Words::tr("Memory records that nobody holds it.");
    case OwnerState::GoneThread:
        return Words::tr("The recorded holder is no thread of this process any more.");
    case OwnerState::OtherProcess: return Words::tr("A process outside this file holds it.");
    case OwnerState::NoMemory:
        return Words::tr("The word that names the holder is not in this file.");
    case OwnerState::Damaged: return Words::tr("The words of the lock contradict each other.");
    case OwnerState::NotRecorded: break;
    }
    return Words::tr("Objects of this kind do not record their holder.");
}

QString holderEvidence(const ReportState& state, const WaitObject& object)
{
    const WaitEvidence* word = holderWord(object);
    const auto holder = insight::holderOf(state, object);
    if (!word || !holder || holder->isGuess)
        return {};
    const QString id = QString::number(*object.ownerId);
    const QString name = threadName(state, holder->thread);
    return word->member.empty()
               //: %1 is the number of a thread, %2 its name
               ? Words::tr("its word holds %1, %2").arg(id, name)
               //: %1 is a field of a lock, %2 the number of a thread, %3 its name
               : Words::tr("its %1 holds %2, %3").arg(toQString(word->member), id, name);
}

QString holderField(const WaitObject& object)
{
    const WaitEvidence* word = holderWord(object);
    return word ? (toQString(word->member) + u' ' + QString::number(*object.ownerId)).trimmed()
                : QString();
}

bool namesHolder(const WaitObject& object, const WaitEvidence& word)
{
    return &word == holderWord(object);
}

QString doingText(const ReportState& state, std::uint32_t thread)
{
    const auto* wait = insight::waitOf(state, thread);
    if (!wait)
        return {};
    const auto* object = insight::waitedObject(state, *wait);
    switch (wait->state) {
    case WaitState::Running: return Words::tr("running");
    case WaitState::Sleeping: return Words::tr("sleeping");
    case WaitState::Waiting:
        if (object && object->kind != WaitObjectKind::Unknown)
            return lockKindText(object->kind);
        return wait->call.empty() ? Words::tr("waiting") : toQString(wait->call);
    case WaitState::InInput:
    case WaitState::InSystem:
        return wait->call.empty() ? Words::tr("in the system") : toQString(wait->call);
    case WaitState::Unknown: break;
    }
    return {};
}

QString stateText(const ReportState& state, std::uint32_t thread)
{
    const auto* wait = insight::waitOf(state, thread);
    if (!wait)
        return {};
    const auto text = [&]() -> QString {
        switch (wait->state) {
        case WaitState::Running: return Words::tr("runs");
        case WaitState::Sleeping: return Words::tr("sleeps");
        case WaitState::Waiting: return waitingText(state, *wait);
        case WaitState::InInput: return Words::tr("waits for input or output");
        case WaitState::InSystem: return Words::tr("in a system call");
        case WaitState::Unknown: break;
        }
        return Words::tr("unknown");
    }();
    //: %1 says what a thread does, %2 is a system call
    return wait->call.empty() ? text : Words::tr("%1 (%2)").arg(text, toQString(wait->call));
}

} // namespace faultline::ui
