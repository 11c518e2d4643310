// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/stack_role.h"

namespace faultline {

std::string_view stackRoleName(StackRole role)
{
    switch (role) {
    case StackRole::Thread: return "thread";
    case StackRole::Error: return "error";
    case StackRole::Cause: return "cause";
    case StackRole::Member: return "member";
    case StackRole::Suppressed: return "suppressed";
    case StackRole::FreedBy: return "freed_by";
    case StackRole::AllocatedBy: return "allocated_by";
    case StackRole::CreatedBy: return "created_by";
    case StackRole::PreviousAccess: return "previous_access";
    case StackRole::StoredBy: return "stored_by";
    case StackRole::QueuedBy: return "queued_by";
    case StackRole::AcquiredBy: return "acquired_by";
    }
    return {};
}

} // namespace faultline
