// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <stop_token>

namespace faultline::engine {

/// Finds byte patterns, also across pieces that adjoin. Ends early, with `isCut`, when stopped.
/// Hits do not say where they lie.
SearchAnswer findPatterns(const MemoryImage& memory,
                          const SearchQuestion& question,
                          const std::stop_token& stop);

/// Finds byte patterns in the crash file's memory. Files of modules are not searched.
SearchAnswer searchMemory(EngineServices& services,
                          const EventFindings& findings,
                          const SearchQuestion& question,
                          const std::stop_token& stop);

/// Texts that registers and the first words of the frame's stack lead to.
StringsAnswer findStrings(EngineServices& services,
                          const EventFindings& findings,
                          const StringsQuestion& question,
                          const std::stop_token& stop);

} // namespace faultline::engine
