// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

// The environment belongs to the process, and so does what was taken out of it.

namespace faultline::selfdump {

/// Returns the value of an environment variable that is a secret; absent when it is not set. The
/// first call keeps it (keepSecret()) and overwrites it with zeros where it stands, so that neither
/// /proc/PID/environ nor programs that are started later have it. Later calls return what was kept.
/// It stays where it stands when there is no memory to keep it. Any thread may call it, but not
/// while another one uses the variable other than by readVariable().
std::optional<std::string> takeVariable(const std::string& name);

/// Returns the value of an environment variable, also of one that was taken.
std::optional<std::string> readVariable(const std::string& name);

} // namespace faultline::selfdump
