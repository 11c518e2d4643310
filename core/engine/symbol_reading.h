// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

#include <stop_token>

namespace faultline::engine {

/// The functions whose demangled or mangled names fit a pattern, by module and address. The work is
/// linear in the functions of all modules.
SymbolsAnswer findSymbols(EngineServices& services,
                          const EventFindings& findings,
                          const SymbolsQuestion& question,
                          const std::stop_token& stop);

/// What lies at an address: the function, the module, the region, and whose it is.
AddressAnswer readAddress(EngineServices& services,
                          const EventFindings& findings,
                          const AddressQuestion& question);

} // namespace faultline::engine
