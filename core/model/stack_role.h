// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline {

/// What a stack stands for. Which thread crashed or asked for the report is not a role: it is
/// Event::requestingThread.
enum class StackRole : std::uint8_t {
    Thread,         ///< The position of a thread.
    Error,          ///< Where an exception of its own was thrown.
    Cause,          ///< The cause of the exception before it.
    Member,         ///< One of the errors in the aggregate before it.
    Suppressed,     ///< An exception that the one before it suppressed.
    FreedBy,        ///< Who freed the memory in question.
    AllocatedBy,    ///< Who allocated it.
    CreatedBy,      ///< Who created the thread, task or object in question.
    PreviousAccess, ///< The access that the reported one races with.
    StoredBy,       ///< Who stored the value, as for uninitialised memory.
    QueuedBy,       ///< Who queued the work that the thread was doing.
    AcquiredBy      ///< Who holds or took the lock in question.
};

/// "thread", "error", "cause", "member", "suppressed", "freed_by", …
std::string_view stackRoleName(StackRole role);

/// An exception, error or panic of a language's runtime, as its stack shows it.
struct StackError
{
    std::string type;    ///< "TypeError", "IllegalStateException"; empty when unknown.
    std::string package; ///< JVM: the package of the type; empty when it has none.
    std::string message; ///< May be empty or have several lines.

    friend bool operator==(const StackError&, const StackError&) = default;
};

} // namespace faultline
