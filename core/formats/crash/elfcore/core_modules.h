// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_notes.h"
#include "core/model/event.h"
#include "core/model/memory.h"

namespace faultline::corefile {

/// The loaded images: mapped files that begin with an ELF header in the dumped memory, the vDSO,
/// and mapped code whose first page was not dumped (without build id). The program comes first, the
/// others by address. `memoryMap` is sorted.
std::vector<EventModule> findModules(const CoreFile& core,
                                     const CoreNotes& notes,
                                     const MemoryImage& memory,
                                     const std::vector<MemoryRegion>& memoryMap,
                                     DiagnosticLog& log);

} // namespace faultline::corefile
