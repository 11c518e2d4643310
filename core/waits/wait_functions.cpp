// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/wait_functions.h"

#include <algorithm>
#include <array>
#include <span>

namespace faultline::waits {

namespace {

/// So many other frames, such as local functions of the C library, may lie between or above.
constexpr std::size_t kOtherFrames = 3;

/// The vDSO is a module of its own, but the C library calls it.
constexpr std::string_view kVirtualCall = "kernel_vsyscall";

struct FunctionRow
{
    std::string_view name;
    WaitState state;
    WaitObjectKind kind = WaitObjectKind::Unknown;
    bool isLowLevel = false;
    WaitCaller caller = WaitCaller::CLibrary;
    /// It mostly runs, and waits only where a function that waits stands below it.
    bool mostlyRuns = false;
};

using enum WaitObjectKind;

constexpr auto kAnyState = WaitState::Unknown;
constexpr auto kWaiting = WaitState::Waiting;
constexpr auto kSleeping = WaitState::Sleeping;
constexpr auto kInInput = WaitState::InInput;
constexpr auto kOther = WaitCaller::Other;

// Functions of glibc (nptl, libio) and musl (src/thread, src/stdio), without leading underscores,
// of libstdc++ and libc++abi, of Qt, and of Go's runtime. The locks of the C library never call its
// syscall().
constexpr auto kUnix = std::to_array<FunctionRow>({
    {"lll_lock_wait", kWaiting, Futex, true},
    {"lll_lock_wait_private", kWaiting, Futex, true},
    {"lll_timedlock_wait", kWaiting, Futex, true},
    {"lll_clocklock_wait", kWaiting, Futex, true},
    {"lll_robust_lock_wait", kWaiting, Futex, true},
    {"lll_timedwait_tid", kWaiting, ThreadEnd},
    {"lll_wait_tid", kWaiting, ThreadEnd},
    {"futex_wait", kWaiting, Futex, true},
    {"futex_wait_simple", kWaiting, Futex, true},
    {"futex_lock_pi64", kWaiting, Futex, true},
    {"futex_abstimed_wait64", kWaiting, Futex, true},
    {"futex_abstimed_wait_cancelable64", kWaiting, Futex, true},
    {"futex_abstimed_wait_common", kWaiting, Futex, true},
    {"futex_abstimed_wait_common64", kWaiting, Futex, true},
    {"timedwait", kWaiting, Futex, true},
    {"timedwait_cp", kWaiting, Futex, true},
    {"syscall", kAnyState, Futex, true, kOther},
    {"syscall_cp", kAnyState, Futex, true},
    {"syscall_cp_c", kAnyState, Futex, true},
    {"syscall_cp_asm", kAnyState, Futex, true},
    {kVirtualCall, kAnyState, Futex, true},
    {"pthread_mutex_lock", kWaiting, Mutex},
    {"pthread_mutex_lock_full", kWaiting, Mutex},
    {"pthread_mutex_cond_lock", kWaiting, Mutex},
    {"pthread_mutex_cond_lock_full", kWaiting, Mutex},
    {"pthread_mutex_timedlock", kWaiting, Mutex},
    {"pthread_mutex_clocklock", kWaiting, Mutex},
    {"pthread_mutex_clocklock_common", kWaiting, Mutex},
    {"pthread_cond_wait", kWaiting, Condition},
    {"pthread_cond_wait_common", kWaiting, Condition},
    {"pthread_cond_timedwait", kWaiting, Condition},
    {"pthread_cond_clockwait", kWaiting, Condition},
    {"pthread_rwlock_rdlock", kWaiting, ReaderWriterLock},
    {"pthread_rwlock_wrlock", kWaiting, ReaderWriterLock},
    {"pthread_rwlock_timedrdlock", kWaiting, ReaderWriterLock},
    {"pthread_rwlock_timedwrlock", kWaiting, ReaderWriterLock},
    {"pthread_rwlock_clockrdlock", kWaiting, ReaderWriterLock},
    {"pthread_rwlock_clockwrlock", kWaiting, ReaderWriterLock},
    {"sem_wait", kWaiting, Semaphore},
    {"sem_timedwait", kWaiting, Semaphore},
    {"sem_clockwait", kWaiting, Semaphore},
    {"new_sem_wait", kWaiting, Semaphore},
    {"new_sem_wait_slow64", kWaiting, Semaphore},
    {"pthread_barrier_wait", kWaiting, Barrier},
    {"pthread_join", kWaiting, ThreadEnd},
    {"pthread_timedjoin_np", kWaiting, ThreadEnd},
    {"pthread_clockjoin_np", kWaiting, ThreadEnd},
    {"pthread_clockjoin_ex", kWaiting, ThreadEnd},
    {"pthread_timedjoin_ex", kWaiting, ThreadEnd},
    {"pthread_once", kWaiting, OnceFlag},
    {"pthread_once_slow", kWaiting, OnceFlag},
    {"cxa_guard_acquire", kWaiting, OnceFlag, false, kOther},
    {"ZN11QBasicMutex12lockInternalEv", kWaiting, Mutex, true, kOther},
    {"ZN11QBasicMutex12lockInternalEi", kWaiting, Mutex, true, kOther},
    {"ZN11QBasicMutex12lockInternalE14QDeadlineTimer", kWaiting, Mutex, true, kOther},
    {"ZN15QRecursiveMutex7tryLockEi", kWaiting, RecursiveMutex, false, kOther},
    {"ZN15QRecursiveMutex7tryLockE14QDeadlineTimer", kWaiting, RecursiveMutex, false, kOther},
    // The locks of glibc's arenas and of musl's allocator are words of their own, without a holder.
    {"malloc", kWaiting, Mutex, false, kOther, true},
    {"libc_malloc", kWaiting, Mutex, false, kOther, true},
    {"libc_malloc_impl", kWaiting, Mutex, false, kOther, true},
    {"int_malloc", kWaiting, Mutex, false, kOther, true},
    {"calloc", kWaiting, Mutex, false, kOther, true},
    {"libc_calloc", kWaiting, Mutex, false, kOther, true},
    {"realloc", kWaiting, Mutex, false, kOther, true},
    {"libc_realloc", kWaiting, Mutex, false, kOther, true},
    {"libc_realloc_impl", kWaiting, Mutex, false, kOther, true},
    {"free", kWaiting, Mutex, false, kOther, true},
    {"cfree", kWaiting, Mutex, false, kOther, true},
    {"libc_free", kWaiting, Mutex, false, kOther, true},
    {"libc_free_impl", kWaiting, Mutex, false, kOther, true},
    {"int_free", kWaiting, Mutex, false, kOther, true},
    {"lockfile", kWaiting, RecursiveMutex},
    {"flockfile", kWaiting, RecursiveMutex},
    {"poll", kInInput},
    {"ppoll", kInInput},
    {"select", kInInput},
    {"pselect", kInInput},
    {"epoll_wait", kInInput},
    {"epoll_pwait", kInInput},
    {"read", kInInput},
    {"readv", kInInput},
    {"accept", kInInput},
    {"accept4", kInInput},
    {"connect", kInInput},
    {"recv", kInInput},
    {"recvfrom", kInInput},
    {"recvmsg", kInInput},
    {"nanosleep", kSleeping},
    {"clock_nanosleep", kSleeping},
    {"usleep", kSleeping},
    {"sleep", kSleeping},
    {"waitpid", kWaiting, Process},
    {"wait4", kWaiting, Process},
    {"waitid", kWaiting, Process},
    {"pause", kWaiting},
    {"sigsuspend", kWaiting},
    {"sigwait", kWaiting},
    {"sigtimedwait", kWaiting},
    {"runtime.futex", kWaiting, Futex, false, kOther},
    {"runtime.epollwait", kInInput},
    {"runtime.usleep", kSleeping},
});

// Calls of the system in Darwin's libsystem_kernel, and the functions of libsystem_pthread and
// libsystem_platform above them.
constexpr auto kApple = std::to_array<FunctionRow>({
    {"psynch_mutexwait", kWaiting, Mutex},
    {"psynch_cvwait", kWaiting, Condition},
    {"psynch_rw_rdlock", kWaiting, ReaderWriterLock},
    {"psynch_rw_wrlock", kWaiting, ReaderWriterLock},
    {"ulock_wait", kWaiting, Futex, true},
    {"ulock_wait2", kWaiting, Futex, true},
    {"os_unfair_lock_lock_slow", kWaiting, SlimLock},
    {"os_unfair_recursive_lock_lock_with_options", kWaiting, SlimLock},
    {"pthread_mutex_firstfit_lock_slow", kWaiting, Mutex},
    {"pthread_mutex_firstfit_lock_wait", kWaiting, Mutex},
    {"pthread_mutex_ulock_lock_slow", kWaiting, Mutex},
    {"pthread_join", kWaiting, ThreadEnd},
    {"dispatch_once_wait", kWaiting, OnceFlag},
    {"dispatch_event_loop_wait_for_ownership", kWaiting},
    {"dispatch_semaphore_wait_slow", kWaiting, Semaphore},
    {"dispatch_group_wait_slow", kWaiting},
    {"semaphore_wait_trap", kWaiting, Semaphore},
    {"semaphore_timedwait_trap", kWaiting, Semaphore},
    {"mach_msg_trap", kInInput},
    {"mach_msg2_trap", kInInput},
    {"kevent", kInInput},
    {"kevent_id", kInInput},
    {"kevent_qos", kInInput},
    {"poll", kInInput},
    {"select", kInInput},
    {"select_nocancel", kInInput},
    {"read", kInInput},
    {"read_nocancel", kInInput},
    {"accept", kInInput},
    {"recvfrom", kInInput},
    {"recvmsg", kInInput},
    {"semwait_signal", kSleeping},
    {"semwait_signal_nocancel", kSleeping},
    {"workq_kernreturn", kWaiting},
    {"wait4", kWaiting, Process},
});

// ntdll's and win32u's stubs of system calls, and ntdll's functions of locks above them. Each Nt…
// has a twin Zw….
constexpr auto kWindows = std::to_array<FunctionRow>({
    {"NtWaitForSingleObject", kWaiting, WaitObjectKind::Unknown, true},
    {"ZwWaitForSingleObject", kWaiting, WaitObjectKind::Unknown, true},
    {"NtWaitForAlertByThreadId", kWaiting, WaitObjectKind::Unknown, true},
    {"ZwWaitForAlertByThreadId", kWaiting, WaitObjectKind::Unknown, true},
    {"NtWaitForKeyedEvent", kWaiting, WaitObjectKind::Unknown, true},
    {"ZwWaitForKeyedEvent", kWaiting, WaitObjectKind::Unknown, true},
    {"NtWaitForMultipleObjects", kWaiting},
    {"ZwWaitForMultipleObjects", kWaiting},
    {"NtSignalAndWaitForSingleObject", kWaiting},
    {"NtWaitForWorkViaWorkerFactory", kWaiting},
    {"ZwWaitForWorkViaWorkerFactory", kWaiting},
    {"NtAlpcSendWaitReceivePort", kInInput},
    {"NtDelayExecution", kSleeping},
    {"ZwDelayExecution", kSleeping},
    {"NtRemoveIoCompletion", kInInput},
    {"ZwRemoveIoCompletion", kInInput},
    {"NtRemoveIoCompletionEx", kInInput},
    {"NtReadFile", kInInput},
    {"ZwReadFile", kInInput},
    {"NtDeviceIoControlFile", kInInput},
    {"NtUserGetMessage", kInInput},
    {"NtUserMsgWaitForMultipleObjectsEx", kInInput},
    {"RtlpWaitOnCriticalSection", kWaiting, CriticalSection},
    {"RtlpEnterCriticalSectionContended", kWaiting, CriticalSection},
    {"RtlEnterCriticalSection", kWaiting, CriticalSection},
    {"RtlAcquireSRWLockExclusive", kWaiting, SlimLock},
    {"RtlAcquireSRWLockShared", kWaiting, SlimLock},
    {"RtlSleepConditionVariableCS", kWaiting, Condition},
    {"RtlSleepConditionVariableSRW", kWaiting, Condition},
    {"RtlRunOnceBeginInitialize", kWaiting, OnceFlag},
    {"LdrpAcquireLoaderLock", kWaiting, LoaderLock},
});

std::span<const FunctionRow> rowsOf(OsFamily system)
{
    switch (system) {
    case OsFamily::Windows: return kWindows;
    case OsFamily::MacOs:
    case OsFamily::Ios: return kApple;
    default: return kUnix;
    }
}

const FunctionRow* rowNamed(std::span<const FunctionRow> rows, std::string_view name)
{
    const auto found = std::ranges::find(rows, name, &FunctionRow::name);
    return found == rows.end() ? nullptr : &*found;
}

/// Locks of Rust's standard library, of parking_lot and of Go, which record no holder.
constexpr auto kEndings = std::to_array<FunctionRow>({
    {"::futex_wait", kWaiting, Futex, true, kOther},
    {"::lock_contended", kWaiting, WaitObjectKind::Mutex, false, kOther},
    {"::lock_slow", kWaiting, WaitObjectKind::Mutex, false, kOther},
    {"::read_contended", kWaiting, ReaderWriterLock, false, kOther},
    {"::write_contended", kWaiting, ReaderWriterLock, false, kOther},
    {"sync.(*Mutex).Lock", kWaiting, WaitObjectKind::Mutex, false, kOther},
});

const FunctionRow* rowOf(std::span<const FunctionRow> rows, const Frame& frame)
{
    if (const auto* row = rowNamed(rows, plainFunction(functionOf(frame))))
        return row;
    const auto shown =
        frame.position.function ? std::string_view(*frame.position.function) : std::string_view();
    const auto found = std::ranges::find_if(
        kEndings, [&](const FunctionRow& row) { return shown.ends_with(row.name); });
    return found == kEndings.end() ? nullptr : &*found;
}

/// glibc's names for its own use of its functions: "__GI___poll".
constexpr std::string_view kInternal = "GI_";

std::string_view withoutUnderscores(std::string_view name)
{
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return name;
}

} // namespace

std::string_view plainFunction(std::string_view name)
{
    name = withoutUnderscores(name);
    if (name.starts_with(kInternal))
        name = withoutUnderscores(name.substr(kInternal.size()));
    for (const std::string_view end :
         {"@", ".constprop", ".part", ".isra", ".cold", ".abi0", "("}) {
        if (const auto at = name.find(end); at != std::string_view::npos && at > 0)
            name = name.substr(0, at);
    }
    return name;
}

std::string_view functionOf(const Frame& frame)
{
    const auto* native = frame.asNative();
    if (native != nullptr && native->symbol && !native->symbol->empty())
        return *native->symbol;
    return frame.position.function ? std::string_view(*frame.position.function)
                                   : std::string_view();
}

std::optional<WaitFunction> waitFunctionOf(const ThreadStack& stack, OsFamily system)
{
    const auto rows = rowsOf(system);
    std::optional<WaitFunction> found;
    std::size_t others = 0;
    for (std::size_t i = 0; i < stack.frames.size() && others <= kOtherFrames; ++i) {
        const auto* row = rowOf(rows, stack.frames[i]);
        if (row == nullptr || (row->mostlyRuns && !found)) {
            // The program's own function called what waits; its callers say nothing about that.
            if (found && found->name != kVirtualCall &&
                stack.frames[i].module != stack.frames[i - 1].module)
                break;
            ++others;
            continue;
        }
        const auto state = found && row->state == WaitState::Unknown ? found->state : row->state;
        const auto caller = found && found->caller == kOther ? kOther : row->caller;
        found = WaitFunction{row->name, state, row->kind, row->isLowLevel, caller, i};
        if (!row->isLowLevel)
            break;
    }
    return found;
}

} // namespace faultline::waits
