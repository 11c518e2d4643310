// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <stop_token>

namespace faultline::engine {

/// Goes through the functions of the look-up files that the last run has opened. Takes time that is
/// linear in them; the answer is empty when it is stopped.
SymbolsAnswer findSymbols(const EventFindings& findings,
                          const SymbolsQuestion& question,
                          const std::stop_token& stop);

/// What lies at a place, with the functions around it.
PlaceAnswer
findPlace(EngineServices& services, const EventFindings& findings, const PlaceQuestion& question);

} // namespace faultline::engine
