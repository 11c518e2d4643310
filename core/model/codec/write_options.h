// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline::codec {

/// Says whether a file contains the event's memory and the bytes of its streams. Without them it is
/// small, and reports that show no memory are rendered equally.
enum class EventMemory : std::uint8_t { LeaveOut, Include };

} // namespace faultline::codec
