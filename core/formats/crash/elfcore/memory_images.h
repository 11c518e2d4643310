// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_file.h"
#include "core/formats/crash/elfcore/core_notes.h"
#include "core/formats/crash/elfcore/file_mappings.h"
#include "core/model/memory.h"
#include "core/model/native_event.h"

#include <vector>

namespace faultline::corefile {

/// The images of a core whose ELF headers lie at the start of a region of its memory, and that have
/// code there: what a core without NT_FILE and NT_AUXV still tells (Valgrind's, those of
/// simulators). `known` are the mappings that other ways found; what they cover is left out. Names:
/// DT_SONAME, for a program that of the process, else none. Views of `core` and `notes`.
/// `memoryMap` is sorted.
std::vector<FileMapping> findImagesInMemory(const CoreFile& core,
                                            const CoreNotes& notes,
                                            const MemoryImage& memory,
                                            const std::vector<MemoryRegion>& memoryMap,
                                            const std::vector<FileMapping>& known);

/// Does an image in memory name an interpreter, as only programs do?
bool isProgramInMemory(const CoreFile& core, const MemoryImage& memory, std::uint64_t address);

} // namespace faultline::corefile
