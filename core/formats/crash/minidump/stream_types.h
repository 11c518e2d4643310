#pragma once

#include <cstdint>
#include <string_view>

namespace faultline::minidump {

/// What a stream holds. Other numbers occur: clients of Crashpad may add streams of their own.
enum class StreamType : std::uint32_t {
#define FL_STREAM(name, id) name = id,
#include "core/formats/crash/minidump/stream_types.inc"
#undef FL_STREAM
};

/// "ThreadList"; empty when the number has no known name.
std::string_view streamName(std::uint32_t type);

/// Whose numbers these are, told by the upper half as rust-minidump does: "Official", "Google
/// Extension", "Mozilla Extension", else "Unknown Extension".
std::string_view streamVendor(std::uint32_t type);

} // namespace faultline::minidump
