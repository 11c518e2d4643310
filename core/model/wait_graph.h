// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/detail_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

enum class WaitState : std::uint8_t {
    Unknown,
    Running,  ///< Not inside a call that waits.
    Sleeping, ///< Waits for time to pass.
    Waiting,  ///< Waits for an object, with or without a time limit.
    InInput,  ///< Waits for a file, pipe or socket.
    InSystem  ///< Inside another call of the system.
};

/// "unknown", "running", "sleeping", "waiting", "in_input", "in_system".
std::string_view waitStateName(WaitState state);

enum class WaitObjectKind : std::uint8_t {
    Unknown,
    Mutex,
    RecursiveMutex,
    ReaderWriterLock,
    Condition,
    Semaphore,
    Barrier,
    Futex,
    OnceFlag,
    LoaderLock,
    CriticalSection,
    SlimLock, ///< SRW locks and unfair locks.
    KernelMutex,
    EventObject,
    Monitor,
    Channel,
    Pipe,
    Socket,
    ThreadEnd, ///< Joins.
    Timer,
    Process
};

/// "unknown", "mutex", "recursive_mutex", …
std::string_view waitObjectKindName(WaitObjectKind kind);

/// Who holds an object, and how that is known.
enum class OwnerState : std::uint8_t {
    NotRecorded,  ///< Such objects do not record their holder.
    NoMemory,     ///< The word that tells is not in the file.
    Nobody,       ///< The object records that nobody holds it.
    Thread,       ///< `owner` holds it.
    GoneThread,   ///< Its holder is no thread of the file any more.
    OtherProcess, ///< A process outside the file holds it.
    Damaged       ///< The words of the object contradict each other.
};

/// "not_recorded", "no_memory", "nobody", …
std::string_view ownerStateName(OwnerState state);

/// Where a word stands that a statement rests on.
enum class EvidencePlace : std::uint8_t {
    Memory,
    Register,
    HandleList ///< The file's list of the process's handles.
};

/// "memory", "register", "handle_list".
std::string_view evidencePlaceName(EvidencePlace place);

/// A word that a statement rests on.
struct WaitEvidence
{
    std::uint64_t address = 0; ///< In memory.
    std::uint64_t value = 0;
    std::uint32_t sizeBytes = 0;
    std::string member; ///< "__owner", "OwningThread", "rcx"; empty when it has no name.
    EvidencePlace place = EvidencePlace::Memory;
};

struct WaitObject
{
    WaitObjectKind kind = WaitObjectKind::Unknown;
    std::optional<std::uint64_t> address; ///< In the process; absent for handles and descriptors.
    std::optional<std::uint64_t> handle;  ///< Handle of Windows, or file descriptor.
    std::string name; ///< The name of the object or its symbol; empty when it has none.
    OwnerState ownerState = OwnerState::NotRecorded;
    std::optional<std::uint32_t> owner;        ///< Index into Event::threads.
    std::optional<std::uint64_t> ownerId;      ///< Thread id that the object records.
    std::optional<std::uint32_t> guessedOwner; ///< Inferred from stacks; proves nothing.
    std::vector<WaitEvidence> evidence;
};

/// What one thread waits for.
struct ThreadWait
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    WaitState state = WaitState::Unknown;
    std::string call;                    ///< "futex", "poll"; empty when unknown.
    std::optional<std::uint32_t> object; ///< Index into WaitGraph::objects.
    bool hasTimeLimit = false;
    std::vector<WaitEvidence> evidence;
};

enum class WaitFindingKind : std::uint8_t {
    Deadlock,          ///< A cycle of recorded holders.
    PossibleDeadlock,  ///< A cycle in which a holder is a guess.
    SelfDeadlock,      ///< A thread waits for what it holds itself, as is recorded.
    Convoy,            ///< Several threads wait for one lock.
    HeldByGoneThread,  ///< The holder is no thread of the file any more.
    HolderWaitsOutside ///< The holder waits for something that no thread of the file is known to
                       ///< hold.
};

/// "deadlock", "possible_deadlock", …
std::string_view waitFindingKindName(WaitFindingKind kind);

struct WaitFinding
{
    WaitFindingKind kind = WaitFindingKind::Convoy;
    /// Indexes into Event::threads. In a deadlock, each waits for what the next one holds, and the
    /// last for what the first holds. Otherwise the threads that wait for the object; with
    /// HolderWaitsOutside its holder comes last.
    std::vector<std::uint32_t> threads;
    /// Indexes into WaitGraph::objects: in a deadlock in the order of `threads`, otherwise one.
    std::vector<std::uint32_t> objects;
};

/// Who waits for whom.
struct WaitGraph
{
    DetailState state = DetailState::Present;
    std::vector<ThreadWait> threads; ///< At most one per thread, in the order of Event::threads.
    std::vector<WaitObject> objects;
    std::vector<WaitFinding> findings;
};

} // namespace faultline
