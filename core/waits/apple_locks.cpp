// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/apple_locks.h"

namespace faultline::waits {

namespace {

// apple/darwin-libpthread, src/types_internal.h, struct pthread_mutex_s: sig, lock, options,
// prioceiling, priority, padding, then the 64-bit id of the holder.
constexpr std::uint64_t kMutexSignature = 0x4d555458; // _PTHREAD_MUTEX_SIG
constexpr std::uint64_t kFastSignature = 0x4d55545a;  // _PTHREAD_MUTEX_SIG_fast
constexpr std::uint64_t kMutexHolder = 24;
// apple/darwin-libplatform, src/os/lock.c: the lowest bits of the lock's word are flags, which are
// set while it has no waiters; the rest is that of the holder's port.
constexpr std::uint32_t kPortFlags = 3;

std::optional<std::uint64_t> argument(const EventThread& thread, CpuFamily family, unsigned number)
{
    const std::string_view name =
        family == CpuFamily::Arm64 ? (number == 0 ? "x0" : "x1") : (number == 0 ? "rdi" : "rsi");
    const auto index = registerIndex(family, name);
    return thread.registers && index ? thread.registers->find(*index) : std::nullopt;
}

WaitObject mutexAt(const LockContext& context, std::uint64_t address)
{
    WaitObject object;
    object.kind = WaitObjectKind::Mutex;
    object.address = address;
    Words words(context);
    const auto signature = words.read(address, 8, "sig");
    const auto holder = words.read(address + kMutexHolder, 8, "m_tid");
    if (!words.isWhole()) {
        object.ownerState = OwnerState::NoMemory;
        return object;
    }
    const bool isMutex = signature == kMutexSignature || signature == kFastSignature;
    if (!isMutex)
        object.ownerState = OwnerState::Damaged;
    else if (const auto owner = context.threads.byId(holder)) {
        object.ownerState = OwnerState::Thread;
        object.owner = owner;
        object.ownerId = holder;
    }
    object.evidence = words.take();
    return object;
}

WaitObject unfairLockAt(const LockContext& context, std::uint64_t address)
{
    WaitObject object;
    object.kind = WaitObjectKind::SlimLock;
    object.address = address;
    Words words(context);
    const auto word = words.read32(address, "oul_value");
    if (!words.isWhole()) {
        object.ownerState = OwnerState::NoMemory;
        return object;
    }
    const auto port = word | kPortFlags; // Ports' names end in these bits.
    if (const auto owner = context.threads.byId(port); owner && word != 0) {
        object.ownerState = OwnerState::Thread;
        object.owner = owner;
        object.ownerId = port;
    } else if (word == 0) {
        object.ownerState = OwnerState::Nobody;
    }
    object.evidence = words.take();
    return object;
}

} // namespace

std::optional<WaitObject>
readAppleLock(const LockContext& context, const EventThread& thread, const WaitFunction& function)
{
    if (context.family != CpuFamily::Arm64 && context.family != CpuFamily::Intel64)
        return std::nullopt;
    const auto address =
        argument(thread, context.family, function.kind == WaitObjectKind::SlimLock ? 1 : 0);
    if (!address || *address == 0)
        return std::nullopt;
    if (function.kind == WaitObjectKind::Mutex && function.name == "psynch_mutexwait")
        return mutexAt(context, *address);
    if (function.kind == WaitObjectKind::SlimLock)
        return unfairLockAt(context, *address);
    return std::nullopt;
}

} // namespace faultline::waits
