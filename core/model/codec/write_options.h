#pragma once

#include <cstdint>

namespace faultline::codec {

/// Whether a file holds the event's memory and the bytes of its streams. Without them it is small,
/// and every report that does not show memory comes out the same.
enum class EventMemory : std::uint8_t { LeaveOut, Include };

} // namespace faultline::codec
