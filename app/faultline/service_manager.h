// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace faultline::app {

/// Tells the service manager that started this process about a change, in systemd's protocol:
/// "READY=1", "STOPPING=1", lines of several such (sd_notify(3)). Does nothing when NOTIFY_SOCKET
/// is not set; that a message cannot be sent is no failure of the service.
void notifyServiceManager(std::string_view state);

/// Tells that the configuration is being read again. "READY=1" ends that.
void notifyReloading();

/// How often the service manager wants to hear "WATCHDOG=1" (sd_watchdog_enabled(3)). Absent: it
/// does not watch this process.
std::optional<std::chrono::microseconds> watchdogInterval();

} // namespace faultline::app
