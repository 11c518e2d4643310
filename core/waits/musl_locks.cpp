// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/musl_locks.h"

namespace faultline::waits {

namespace {

// musl, src/internal/pthread_impl.h: _m_type is the first word of a mutex, _m_lock the second.
constexpr std::uint64_t kLockOffset = 4;
// src/thread/pthread_mutexattr_set*.c: the type, robust, priority inheritance, shared.
constexpr std::uint32_t kTypeMask = 3;
constexpr std::uint32_t kRecursive = 1;
constexpr std::uint32_t kRecordsOwner = 15; // Any of these bits: the lock holds an id.
constexpr std::uint32_t kPriorityInherit = 8;
constexpr std::uint32_t kShared = 128;
constexpr std::uint32_t kKnownTypes = kRecordsOwner | kShared;
/// What a normal mutex holds while it is locked: EBUSY.
constexpr std::uint32_t kBusy = 16;
// src/stdio/__lockfile.c.
constexpr std::uint32_t kMayHaveWaiters = 0x40000000;

/// A lock that records its holder is in a list of that thread: what `_m_prev` leads to leads back
/// to `_m_next`. They are the mutex's words 3 and 4 of a pointer's size.
bool isInList(const LockContext& context, std::uint64_t mutex)
{
    const auto word = context.pointerBytes();
    const auto previous = context.memory.readUnsigned(mutex + 3 * word, word);
    return previous &&
           context.memory.readUnsigned(*previous, word) == mutex + std::uint64_t{4} * word;
}

/// src/internal/pthread_impl.h, struct pthread: after tid come errno_val and detach_state.
constexpr std::uint64_t kStateAfterId = 8;
constexpr std::uint32_t kExiting = 1;  // enum of detach_state: DT_EXITING,
constexpr std::uint32_t kJoinable = 2; // DT_JOINABLE.

} // namespace

std::optional<WaitObject> readMuslMutex(const LockContext& context, const FutexWait& wait)
{
    if (wait.address < kLockOffset || !wait.sleepsAsInLock() || !wait.mayBe(WaitObjectKind::Mutex))
        return std::nullopt;
    Words words(context);
    const auto type = words.read32(wait.address - kLockOffset, "_m_type");
    const auto lock = words.read32(wait.address, "_m_lock");
    const bool isExpected =
        wait.isPi ? (type & kPriorityInherit) != 0 : (wait.expected & kFutexWaiters) != 0;
    if (!words.isWhole() || (type & ~kKnownTypes) != 0 || !isExpected)
        return std::nullopt;
    WaitObject object;
    object.kind =
        (type & kTypeMask) == kRecursive ? WaitObjectKind::RecursiveMutex : WaitObjectKind::Mutex;
    object.address = wait.address - kLockOffset;
    const bool isNamed = wait.isIn(WaitObjectKind::Mutex);
    if ((type & kRecordsOwner) == 0) {
        if (!isNamed && wait.expected != (kBusy | kFutexWaiters))
            return std::nullopt;
        if (lock == 0)
            object.ownerState = OwnerState::Nobody;
    } else if (const auto owner = lock & kFutexIdMask; owner == 0) {
        object.ownerState = OwnerState::Nobody;
    } else {
        const bool isSure = context.threads.byId(owner) && (wait.isPi || wait.expected == lock) &&
                            isInList(context, *object.address);
        if (!isNamed && !isSure)
            return std::nullopt;
        setOwner(object, context, owner,
                 (type & kShared) != 0 ? MaySpanProcesses::Yes : MaySpanProcesses::No);
    }
    object.evidence = words.take();
    return object;
}

std::optional<WaitObject> readMuslStreamLock(const LockContext& context, const FutexWait& wait)
{
    // Without a name it could be a lock that counts its readers in such a word.
    if (!wait.isIn(WaitObjectKind::RecursiveMutex))
        return std::nullopt;
    Words words(context);
    const auto lock = words.read32(wait.address, "lock");
    const auto owner = context.threads.byId(lock & ~kMayHaveWaiters);
    if (!words.isWhole() || !owner || lock != wait.expected || (lock & kMayHaveWaiters) == 0)
        return std::nullopt;
    WaitObject object;
    object.kind = WaitObjectKind::RecursiveMutex;
    object.address = wait.address;
    object.ownerState = OwnerState::Thread;
    object.owner = owner;
    object.ownerId = lock & ~kMayHaveWaiters;
    object.evidence = words.take();
    return object;
}

std::optional<WaitObject> readMuslJoin(const LockContext& context, const FutexWait& wait)
{
    const auto offset = muslIdOffset(context.family);
    if (!offset || !wait.mayBe(WaitObjectKind::ThreadEnd) || wait.address < *offset + kStateAfterId)
        return std::nullopt;
    const auto descriptor = wait.address - *offset - kStateAfterId;
    Words words(context);
    const auto self = words.read(descriptor, context.pointerBytes(), "self");
    const auto id = words.read32(descriptor + *offset, "tid");
    const auto state = words.read32(wait.address, "detach_state");
    const auto thread = context.threads.byId(id);
    if (!words.isWhole() || self != descriptor || !thread || *thread == wait.thread ||
        state != wait.expected || (state != kJoinable && state != kExiting))
        return std::nullopt;
    WaitObject object;
    object.kind = WaitObjectKind::ThreadEnd;
    object.address = descriptor;
    object.ownerState = OwnerState::Thread;
    object.owner = thread;
    object.ownerId = id;
    object.evidence = words.take();
    return object;
}

} // namespace faultline::waits
