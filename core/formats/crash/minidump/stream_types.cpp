// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/stream_types.h"

#include <algorithm>
#include <array>

namespace faultline::minidump {

namespace {

struct NamedStream
{
    std::uint32_t type;
    std::string_view name;
};

constexpr auto kStreams = std::to_array<NamedStream>({
#define FL_STREAM(name, id) {id, #name},
#include "core/formats/crash/minidump/stream_types.inc"
#undef FL_STREAM
});

} // namespace

std::string_view streamName(std::uint32_t type)
{
    const auto found = std::ranges::find(kStreams, type, &NamedStream::type);
    return found == kStreams.end() ? std::string_view() : found->name;
}

std::string_view streamVendor(std::uint32_t type)
{
    if (type <= static_cast<std::uint32_t>(StreamType::LastReserved))
        return "Official";
    switch (type >> 16) {
    case 0x4767: return "Google Extension";
    case 0x4d7a: return "Mozilla Extension";
    default: return "Unknown Extension";
    }
}

} // namespace faultline::minidump
