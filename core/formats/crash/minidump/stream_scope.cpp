// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

std::string_view StreamScope::area() const
{
    const auto name = streamName(stream.type);
    return name.empty() ? std::string_view("stream") : name;
}

std::string StreamScope::title() const
{
    const auto name = streamName(stream.type);
    return concat("stream ", Hex{stream.type}, name.empty() ? "" : " ", name, " at offset ",
                  Hex{stream.offset});
}

} // namespace faultline::minidump
