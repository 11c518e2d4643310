// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/qt_locks.h"

namespace faultline::waits {

namespace {

/// src/corelib/thread/qmutex.cpp: dummyFutexValue(), a held QBasicMutex that others wait for.
constexpr std::uint32_t kHeldWithWaiters = 3;

} // namespace

std::optional<WaitObject> readQtRecursiveMutex(const LockContext& context, const FutexWait& wait)
{
    const bool isIntel =
        context.family == CpuFamily::Intel64 || context.family == CpuFamily::Intel32;
    if (!isIntel || wait.isPi || wait.expected != kHeldWithWaiters || !wait.function ||
        wait.function->isLowLevel || wait.function->kind != WaitObjectKind::RecursiveMutex)
        return std::nullopt;
    // qmutex.h, since Qt 5: owner, a pointer; count; then the QMutex, whose word is the futex.
    const std::uint64_t word = context.pointerBytes();
    if (wait.address < 2 * word)
        return std::nullopt;
    Words words(context);
    WaitObject object;
    object.kind = WaitObjectKind::RecursiveMutex;
    object.address = wait.address - 2 * word;
    const auto owner = words.read(*object.address, context.pointerBytes(), "owner");
    words.read32(*object.address + word, "count");
    const auto lock = words.read32(wait.address, "d_ptr");
    if (!words.isWhole()) {
        object.ownerState = OwnerState::NoMemory;
        return object;
    }
    // QThread::currentThreadId() is the address of the thread's descriptor.
    const auto thread = context.threads.byDescriptor(owner);
    if (thread && lock == kHeldWithWaiters) {
        object.ownerState = OwnerState::Thread;
        object.owner = thread;
        object.ownerId = context.threads.idOf(*thread);
    }
    object.evidence = words.take();
    return object;
}

} // namespace faultline::waits
