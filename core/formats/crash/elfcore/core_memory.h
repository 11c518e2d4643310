// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_notes.h"
#include "core/model/memory.h"
#include "core/model/native_event.h"

namespace faultline::corefile {

/// The PT_LOAD segments as memory: views of the file, truncated where it ends (one diagnostic gives
/// the missing bytes). Parts that the kernel left out (p_filesz < p_memsz) are unknown memory.
std::vector<MemoryRange> readMemory(const CoreFile& core, DiagnosticLog& log);

/// The PT_LOAD segments as the process's memory map, sorted, with the mapped files. Their names
/// have a limit; one diagnostic counts the regions beyond it.
std::vector<MemoryRegion>
readMemoryMap(const CoreFile& core, const CoreNotes& notes, DiagnosticLog& log);

} // namespace faultline::corefile
