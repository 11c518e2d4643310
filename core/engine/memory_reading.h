// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_services.h"
#include "core/engine/inspection.h"
#include "core/engine/open_events.h"

namespace faultline::engine {

/// The bytes around a place, out of the crash file's memory and, where it has none, the read-only
/// parts of modules' files, with what words of the size of a pointer lead to.
MemoryAnswer
readMemory(EngineServices& services, const EventFindings& findings, const MemoryQuestion& question);

/// What a word with this value leads to; its address is 0. The event has memory.
MemoryWord
explainWord(EngineServices& services, const EventFindings& findings, std::uint64_t value);

/// The address space of the crashed process as far as the file knows it.
MapAnswer readMap(const EventFindings& findings);

} // namespace faultline::engine
