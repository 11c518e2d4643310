// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline::minidump {

/// The content of a stream. Other numbers are possible, because clients of Crashpad may add their
/// own streams.
enum class StreamType : std::uint32_t {
#define FL_STREAM(name, id) name = id,
#include "core/formats/crash/minidump/stream_types.inc"
#undef FL_STREAM
};

/// "ThreadList"; empty when the number has no known name.
std::string_view streamName(std::uint32_t type);

/// The owner of the number, by its upper half as in rust-minidump: "Official", "Google Extension",
/// "Mozilla Extension" or "Unknown Extension".
std::string_view streamVendor(std::uint32_t type);

} // namespace faultline::minidump
