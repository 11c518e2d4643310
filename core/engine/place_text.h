// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <expected>
#include <string_view>

namespace faultline::engine {

/// The registers that are known in a frame; null when none are.
const RegisterSet* registersOf(const EventFindings& findings, const FramePlace& frame);

/// The address that a text names in a frame: "7f215ccb1e50", "rsp+0x20", "libscene.so+4d4", "main".
/// Numbers are hexadecimal with and without "0x". A function is named as its symbol is.
std::expected<std::uint64_t, PlaceProblem>
addressOf(std::string_view text, const EventFindings& findings, const FramePlace& frame);

} // namespace faultline::engine
