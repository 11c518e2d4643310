// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/selfdump/process_capture.h"

#include <string>

namespace faultline::selfdump {

/// Returns the bytes of a minidump of a stopped process: its threads with their stacks, modules
/// with build ids, the signal, and what /proc says. Layouts: Microsoft's minidumpapiset.h;
/// Breakpad's minidump_format.h for the streams of Linux.
std::string minidumpOf(const ProcessCapture& process, const Crash& crash, const siginfo_t& signal);

} // namespace faultline::selfdump
