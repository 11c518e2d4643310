// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"
#include "core/model/wait_graph.h"

#include <memory>
#include <span>
#include <string>

namespace faultline::waits {

/// Who waits for whom in a thread dump or an ANR, from the lines of locks below its frames. The VM
/// itself writes who has locked what, so a monitor's holder is recorded; a lock of
/// java.util.concurrent has one only where the dump lists "Locked ownable synchronizers".
/// `restored` has JvmEvent::messages with restored names, or is empty. Null for an event that shows
/// neither locks nor several threads. Linear in messages and stacks.
/// Sources of the lines: HotSpot's vframe.cpp and ART's monitor.cc.
std::shared_ptr<const WaitGraph> findJvmWaits(const JvmEvent& event,
                                              std::span<const std::string> restored);

} // namespace faultline::waits
