// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/event.h"

#include <functional>
#include <string>
#include <string_view>

namespace faultline::report {

/// The complete content of a crash file for `faultline stackwalk --dump`. Prints every stream with
/// its place and whether it could be read, then its content: texts as text, lists as read,
/// everything else as bytes. Control characters are escaped. `sink` receives the text in pieces.
void dumpStreams(const Event& event, const std::function<void(std::string_view)>& sink);

/// Sixteen bytes per line: offset, bytes in hexadecimal, and ASCII.
std::string hexView(Bytes bytes, std::uint64_t firstOffset = 0);

} // namespace faultline::report
