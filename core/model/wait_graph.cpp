// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/wait_graph.h"

namespace faultline {

std::string_view waitStateName(WaitState state)
{
    switch (state) {
    case WaitState::Unknown: return "unknown";
    case WaitState::Running: return "running";
    case WaitState::Sleeping: return "sleeping";
    case WaitState::Waiting: return "waiting";
    case WaitState::InInput: return "in_input";
    case WaitState::InSystem: return "in_system";
    }
    return {};
}

std::string_view waitObjectKindName(WaitObjectKind kind)
{
    switch (kind) {
    case WaitObjectKind::Unknown: return "unknown";
    case WaitObjectKind::Mutex: return "mutex";
    case WaitObjectKind::RecursiveMutex: return "recursive_mutex";
    case WaitObjectKind::ReaderWriterLock: return "reader_writer_lock";
    case WaitObjectKind::Condition: return "condition";
    case WaitObjectKind::Semaphore: return "semaphore";
    case WaitObjectKind::Barrier: return "barrier";
    case WaitObjectKind::Futex: return "futex";
    case WaitObjectKind::OnceFlag: return "once_flag";
    case WaitObjectKind::LoaderLock: return "loader_lock";
    case WaitObjectKind::CriticalSection: return "critical_section";
    case WaitObjectKind::SlimLock: return "slim_lock";
    case WaitObjectKind::KernelMutex: return "kernel_mutex";
    case WaitObjectKind::EventObject: return "event";
    case WaitObjectKind::Monitor: return "monitor";
    case WaitObjectKind::Channel: return "channel";
    case WaitObjectKind::Pipe: return "pipe";
    case WaitObjectKind::Socket: return "socket";
    case WaitObjectKind::ThreadEnd: return "thread_end";
    case WaitObjectKind::Timer: return "timer";
    case WaitObjectKind::Process: return "process";
    }
    return {};
}

std::string_view ownerStateName(OwnerState state)
{
    switch (state) {
    case OwnerState::NotRecorded: return "not_recorded";
    case OwnerState::NoMemory: return "no_memory";
    case OwnerState::Nobody: return "nobody";
    case OwnerState::Thread: return "thread";
    case OwnerState::GoneThread: return "gone_thread";
    case OwnerState::OtherProcess: return "other_process";
    case OwnerState::Damaged: return "damaged";
    }
    return {};
}

std::string_view evidencePlaceName(EvidencePlace place)
{
    switch (place) {
    case EvidencePlace::Memory: return "memory";
    case EvidencePlace::Register: return "register";
    case EvidencePlace::HandleList: return "handle_list";
    }
    return {};
}

std::string_view waitFindingKindName(WaitFindingKind kind)
{
    switch (kind) {
    case WaitFindingKind::Deadlock: return "deadlock";
    case WaitFindingKind::PossibleDeadlock: return "possible_deadlock";
    case WaitFindingKind::SelfDeadlock: return "self_deadlock";
    case WaitFindingKind::Convoy: return "convoy";
    case WaitFindingKind::HeldByGoneThread: return "held_by_gone_thread";
    case WaitFindingKind::HolderWaitsOutside: return "holder_waits_outside";
    }
    return {};
}

} // namespace faultline
