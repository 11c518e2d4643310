// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/wait_graph.h"

namespace faultline::waits {

/// Sets `guessedOwner` of locks that record no holder: the one thread that does not wait for the
/// lock and has its address on the innermost part of its stack. That is a guess, because a stack
/// keeps words of earlier calls and a holder need not keep the address. Reads at most 64 KiB of a
/// stack and 64 MiB in all.
void guessOwners(WaitGraph& graph, const Event& event, const MemoryImage& memory);

} // namespace faultline::waits
