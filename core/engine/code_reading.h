// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <stop_token>
#include <string>

namespace faultline::engine {

/// How many bytes before and after the place are decoded.
constexpr std::uint64_t kCodeBytesAround = 4096;

/// The instructions around a place, out of the crash file's memory and the module's file. They are
/// decoded from the function's first byte on; where that is not known or too far away, from a row
/// of the line table or from the place itself.
CodeAnswer readCode(EngineServices& services,
                    const EventFindings& findings,
                    const CodeQuestion& question,
                    const std::stop_token& stop);

} // namespace faultline::engine
