// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

namespace faultline::engine {

/// Where the registers of a frame lead.
RegistersAnswer readRegisters(EngineServices& services,
                              const EventFindings& findings,
                              const RegistersQuestion& question);

} // namespace faultline::engine
