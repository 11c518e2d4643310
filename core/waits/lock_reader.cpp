// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/lock_reader.h"

namespace faultline::waits {

std::uint64_t Words::read(std::uint64_t address, std::uint32_t sizeBytes, std::string member)
{
    const auto value = m_context.memory.readUnsigned(address, sizeBytes);
    if (!value) {
        m_isWhole = false;
        return 0;
    }
    m_evidence.push_back({address, *value, sizeBytes, std::move(member)});
    return *value;
}

void setOwner(WaitObject& object,
              const LockContext& context,
              std::uint64_t id,
              MaySpanProcesses shared)
{
    object.ownerId = id;
    if (const auto thread = context.threads.byId(id)) {
        object.ownerState = OwnerState::Thread;
        object.owner = thread;
    } else if (id > kLargestId) {
        object.ownerState = OwnerState::Damaged;
    } else if (shared == MaySpanProcesses::Yes) {
        object.ownerState = OwnerState::OtherProcess;
    } else {
        object.ownerState =
            context.threads.isWhole() ? OwnerState::GoneThread : OwnerState::NotRecorded;
    }
}

} // namespace faultline::waits
