// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/glibc_locks.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::waits {

namespace {

/// lll_lock's word: 0 free, 1 held, 2 held with waiters (sysdeps/nptl/lowlevellock.h).
constexpr std::uint32_t kHeldWithWaiters = 2;

// sysdeps/nptl/pthreadP.h: bits of __kind above the type.
constexpr std::uint32_t kTypeMask = 3;
constexpr std::uint32_t kRecursive = 1;
constexpr std::uint32_t kRobust = 16;
constexpr std::uint32_t kPriorityInherit = 32;
constexpr std::uint32_t kShared = 128;
constexpr std::uint32_t kKnownKinds = 0x3ff;
/// More threads than that would use one mutex at a time only in damaged memory.
constexpr std::uint32_t kMostUsers = 1 << 22;

/// sysdeps/nptl/bits/struct_mutex.h and sysdeps/x86/nptl/bits/struct_mutex.h: __lock, __count,
/// __owner, then __nusers and __kind, whose order depends on the size of a pointer.
struct MutexWords
{
    std::uint32_t lock = 0;
    std::uint32_t count = 0;
    std::uint32_t owner = 0;
    std::uint32_t users = 0;
    std::uint32_t kind = 0;
};

MutexWords readMutex(Words& words, const LockContext& context, std::uint64_t address)
{
    const bool isWide = context.pointerBytes() == 8;
    MutexWords mutex;
    mutex.lock = words.read32(address, "__lock");
    mutex.count = words.read32(address + 4, "__count");
    mutex.owner = words.read32(address + 8, "__owner");
    mutex.users = words.read32(address + (isWide ? 12 : 16), "__nusers");
    mutex.kind = words.read32(address + (isWide ? 16 : 12), "__kind");
    return mutex;
}

bool isKind(std::uint32_t kind)
{
    return (kind & ~kKnownKinds) == 0;
}

/// The futex's word holds the owner's id in robust mutexes and in those with priority inheritance.
bool ownsByFutex(std::uint32_t kind)
{
    return (kind & (kRobust | kPriorityInherit)) != 0;
}

std::uint32_t ownerIn(const MutexWords& mutex)
{
    return ownsByFutex(mutex.kind) ? mutex.lock & kFutexIdMask : mutex.owner;
}

/// A name alone may be that of a neighbour in a symbol table: the thread must also sleep as one
/// does in a mutex.
bool sleepsAsInMutex(const MutexWords& mutex, const FutexWait& wait)
{
    if (ownsByFutex(mutex.kind) && isKind(mutex.kind))
        return wait.isPi || (wait.expected & kFutexWaiters) != 0;
    return wait.expected == kHeldWithWaiters && mutex.lock <= kHeldWithWaiters;
}

/// Without a name, only words that a mutex alone can have say that this is one: a plain integer
/// lock of another library uses the same numbers in its futex.
bool isSurelyMutex(const MutexWords& mutex, const LockContext& context, const FutexWait& wait)
{
    // pthread_mutex_lock() calls the function that waits. Those of robust mutexes and of limits
    // wait themselves.
    if (!wait.mayBeCalledByLibrary(ownsByFutex(mutex.kind) || wait.hasLimit ? 1 : 2))
        return false;
    const auto owner = context.threads.byId(ownerIn(mutex));
    const bool isRecursive = (mutex.kind & kTypeMask) == kRecursive;
    if (!owner || !isKind(mutex.kind) || mutex.users == 0 || mutex.users > kMostUsers)
        return false;
    if (isRecursive ? mutex.count == 0 : mutex.count != 0 && !ownsByFutex(mutex.kind))
        return false;
    // Locks of other libraries have flags and a count in such a word.
    if (ownsByFutex(mutex.kind))
        return mutex.owner == ownerIn(mutex) && (wait.isPi || wait.expected == mutex.lock);
    return sleepsAsInMutex(mutex, wait) && mutex.lock != 0;
}

void setMutexOwner(WaitObject& object, const LockContext& context, const MutexWords& mutex)
{
    const auto shared = (mutex.kind & kShared) != 0 ? MaySpanProcesses::Yes : MaySpanProcesses::No;
    // pthread_mutex_unlock() clears __owner before __lock.
    const bool isHeldWithoutLock = mutex.lock == 0 && mutex.owner != 0 && !ownsByFutex(mutex.kind);
    if (!isKind(mutex.kind) || mutex.users > kMostUsers || isHeldWithoutLock)
        object.ownerState = OwnerState::Damaged;
    else if (const auto owner = ownerIn(mutex); owner != 0)
        setOwner(object, context, owner, shared);
    else if (mutex.lock == 0 || ownsByFutex(mutex.kind))
        object.ownerState = OwnerState::Nobody;
    // Else its new holder has not yet written its id.
}

/// The loader's recursive mutexes lie in its own data: sysdeps/generic/ldsodefs.h, _dl_load_lock,
/// _dl_load_write_lock, _dl_load_tls_lock. A statically linked program has no such module.
bool isInLoader(const LockContext& context, std::uint64_t address)
{
    return std::ranges::any_of(context.event.modules, [address](const EventModule& module) {
        const auto name = module.codeFile ? baseName(*module.codeFile) : std::string_view();
        return (name.starts_with("ld-linux") || name.starts_with("ld-2.")) &&
               address >= module.address && address - module.address < module.sizeBytes;
    });
}

WaitObjectKind kindOf(const LockContext& context, const MutexWords& mutex, std::uint64_t address)
{
    if (!isKind(mutex.kind) || (mutex.kind & kTypeMask) != kRecursive)
        return WaitObjectKind::Mutex;
    return isInLoader(context, address) ? WaitObjectKind::LoaderLock
                                        : WaitObjectKind::RecursiveMutex;
}

// sysdeps/nptl/bits/struct_rwlock.h: __readers, __writers, __wrphase_futex, __writers_futex.
constexpr std::uint64_t kWritePhaseFutex = 8;
constexpr std::uint64_t kWritersFutex = 12;
// nptl/pthread_rwlock_common.c.
constexpr std::uint32_t kWritePhase = 1;
constexpr std::uint32_t kWriteLocked = 2;

struct ReaderWriterWords
{
    std::uint32_t readers = 0;
    std::uint32_t writer = 0;
};

ReaderWriterWords readReaderWriter(Words& words, const LockContext& context, std::uint64_t address)
{
    ReaderWriterWords lock;
    lock.readers = words.read32(address, "__readers");
    lock.writer = words.read32(address + (context.pointerBytes() == 8 ? 24 : 28), "__cur_writer");
    return lock;
}

/// In the write phase the writer has the lock; before, readers may still have it.
bool isWritten(const ReaderWriterWords& lock)
{
    return (lock.readers & kWritePhase) != 0 && (lock.readers & kWriteLocked) != 0 &&
           lock.writer != 0;
}

WaitObject
readerWriterAt(const LockContext& context, const ReaderWriterWords& lock, std::uint64_t address)
{
    WaitObject object;
    object.kind = WaitObjectKind::ReaderWriterLock;
    object.address = address;
    if (isWritten(lock))
        setOwner(object, context, lock.writer, MaySpanProcesses::No);
    return object;
}

} // namespace

std::optional<WaitObject> readGlibcMutex(const LockContext& context, const FutexWait& wait)
{
    // When its condition has come, pthread_cond_wait() locks the mutex again.
    const bool mayBeMutex =
        wait.mayBe(WaitObjectKind::Mutex) || wait.mayBe(WaitObjectKind::Condition);
    if (!mayBeMutex || !wait.sleepsAsInLock())
        return std::nullopt;
    Words words(context);
    const auto mutex = readMutex(words, context, wait.address);
    const bool isNamed = wait.isIn(WaitObjectKind::Mutex);
    if (!isNamed && (!words.isWhole() || !isSurelyMutex(mutex, context, wait)))
        return std::nullopt;
    if (words.isWhole() && !sleepsAsInMutex(mutex, wait))
        return std::nullopt;
    WaitObject object;
    object.kind = WaitObjectKind::Mutex;
    object.address = wait.address;
    if (!words.isWhole()) {
        object.ownerState = OwnerState::NoMemory;
        return object;
    }
    object.kind = kindOf(context, mutex, wait.address);
    setMutexOwner(object, context, mutex);
    object.evidence = words.take();
    return object;
}

std::optional<WaitObject> readGlibcReaderWriterLock(const LockContext& context,
                                                    const FutexWait& wait)
{
    if (!wait.mayBe(WaitObjectKind::ReaderWriterLock) || wait.isPi)
        return std::nullopt;
    const bool isNamed = wait.isIn(WaitObjectKind::ReaderWriterLock);
    std::optional<WaitObject> found;
    for (const auto offset : {kWritePhaseFutex, kWritersFutex}) {
        Words words(context);
        const auto lock = readReaderWriter(words, context, wait.address - offset);
        const bool isLive = words.isWhole() && isWritten(lock) &&
                            context.threads.byId(lock.writer) &&
                            (wait.expected == 2 || wait.expected == 3);
        if (!isLive)
            continue;
        if (found)
            return std::nullopt; // Both would fit.
        found = readerWriterAt(context, lock, wait.address - offset);
        found->evidence = words.take();
    }
    if (found || !isNamed)
        return found;
    // A writer that waits for readers, or a lock whose words are not in the file.
    WaitObject object;
    object.kind = WaitObjectKind::ReaderWriterLock;
    object.address = wait.address;
    if (!context.memory.contains(wait.address))
        object.ownerState = OwnerState::NoMemory;
    return object;
}

std::optional<WaitObject> readGlibcStreamLock(const LockContext& context, const FutexWait& wait)
{
    if (wait.function && !wait.function->isLowLevel &&
        wait.function->kind != WaitObjectKind::RecursiveMutex)
        return std::nullopt;
    // sysdeps/nptl/stdio-lock.h, _IO_lock_t: lock, cnt, owner (a thread's descriptor).
    Words words(context);
    const auto lock = words.read32(wait.address, "lock");
    const auto count = words.read32(wait.address + 4, "cnt");
    const auto owner = words.read(wait.address + 8, context.pointerBytes(), "owner");
    if (!words.isWhole() || !wait.sleepsAsInLock() || wait.expected != kHeldWithWaiters ||
        lock < 1 || lock > kHeldWithWaiters || count == 0 || count > kMostUsers)
        return std::nullopt;
    const auto thread = context.threads.byDescriptor(owner);
    if (!thread)
        return std::nullopt;
    WaitObject object;
    object.kind = WaitObjectKind::RecursiveMutex;
    object.address = wait.address;
    object.ownerState = OwnerState::Thread;
    object.owner = thread;
    object.ownerId = context.threads.idOf(*thread);
    object.evidence = words.take();
    return object;
}

std::optional<WaitObject> readGlibcJoin(const LockContext& context, const FutexWait& wait)
{
    const auto offset = context.threads.idOffset();
    if (!offset || !wait.mayBe(WaitObjectKind::ThreadEnd) || wait.isPrivate || wait.isPi ||
        wait.address < *offset)
        return std::nullopt;
    // The kernel sets the id of the descriptor to 0 when the thread ends (CLONE_CHILD_CLEARTID).
    Words words(context);
    const auto id = words.read32(wait.address, "tid");
    const auto descriptor = wait.address - *offset;
    const auto thread = context.threads.byDescriptor(descriptor);
    if (!words.isWhole() || id != wait.expected || !thread || *thread == wait.thread)
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
