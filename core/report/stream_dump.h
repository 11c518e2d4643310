#pragma once

#include "core/base/byte_view.h"
#include "core/model/event.h"

#include <functional>
#include <string>
#include <string_view>

namespace faultline::report {

/// Everything that a crash file consists of, for `faultline stackwalk --dump`: every stream with
/// its place and whether it could be read, then what it says. Texts are shown as such, lists as
/// read, everything else as bytes. Control characters come out escaped. `sink` gets the text in
/// pieces.
void dumpStreams(const Event& event, const std::function<void(std::string_view)>& sink);

/// Sixteen bytes a line: offset, bytes in hexadecimal, the same as ASCII.
std::string hexView(Bytes bytes, std::uint64_t firstOffset = 0);

} // namespace faultline::report
