#pragma once

#include <string_view>

namespace faultline::app {

/// Tells the service manager that started this process about a change, in systemd's protocol:
/// "READY=1", "STOPPING=1" (sd_notify(3)). Does nothing when NOTIFY_SOCKET is not set; that a
/// message cannot be sent is no failure of the service.
void notifyServiceManager(std::string_view state);

} // namespace faultline::app
