// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::insight {

/// Where a thread stands among those that wait. The first four concern cycles of threads that wait
/// for each other; the others tell what the thread does.
enum class ThreadPlace : std::uint8_t {
    InDeadlock,         ///< In a cycle of recorded holders, or it waits for what it holds itself.
    BehindDeadlock,     ///< Recorded holders lead from it to a deadlock.
    InPossibleDeadlock, ///< In a cycle in which a holder is a guess.
    PerhapsBehind,      ///< A guessed holder, or a possible deadlock, lies on the way.
    Waiting,
    InInput,
    Sleeping,
    InSystem,
    Running,
    Unknown
};

/// The place of every thread of the event. Takes time linear in the threads.
std::vector<ThreadPlace> threadPlaces(const Report& report);

/// A thread that holds an object, or perhaps does.
struct WaitHolder
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    bool isGuess = false;
};

/// The thread of the file that holds the object as far as that is recorded, otherwise the guessed
/// one. Of a join it is the thread whose end is waited for.
std::optional<WaitHolder> holderOf(const Report& report, const WaitObject& object);

/// One thread of a chain, and what it waits for.
struct WaitLink
{
    std::uint32_t thread = 0;            ///< Index into Event::threads.
    std::optional<std::uint32_t> object; ///< Index into WaitGraph::objects; absent at the end.
    bool isGuess = false; ///< That the next thread of the chain holds the object is a guess.
};

/// A thread, the holder of what it waits for, and so on. Ends with a thread that waits for no
/// object, with an object that no thread of the file is known to hold, or before the first thread
/// that the chain already has.
std::vector<WaitLink> waitChain(const Report& report, std::uint32_t thread);

/// The objects that the thread is recorded to hold: indexes into WaitGraph::objects. A thread that
/// is waited for to end does not count as held.
std::vector<std::uint32_t> heldObjects(const Report& report, std::uint32_t thread);

} // namespace faultline::insight
