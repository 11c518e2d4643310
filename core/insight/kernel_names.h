// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline::insight {

/// Does this function of Linux or of a BSD only notice, print, allocate or wait? A report of the
/// kernel begins with such functions: what printed the stack, the check that failed, the trap that
/// a warning takes, the timer that saw a processor stand still, the allocator whose memory leaked,
/// and the scheduler that a blocked task called. The name has no suffix of a compiler, such as
/// ".part.0".
bool isKernelReporting(std::string_view function);

/// Does this function of Linux only call the handler of something: the entry of system calls, a
/// loop over work, timers, packets or tasklets, a call through the table of a file, a socket or
/// netlink? "__x64_sys_mount" and "ipv6_rcv" are handlers. The name must come without the suffix of
/// a compiler.
bool isKernelDispatcher(std::string_view function);

/// Is a report of Linux with this heading about a processor that stands still, or about a stack
/// that became full? Where within the handler the kernel was then is chance.
bool isChanceInHandler(std::string_view heading);

} // namespace faultline::insight
