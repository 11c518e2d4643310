// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_notes.h"
#include "core/model/memory.h"

namespace faultline::corefile {

/// The mapped images of a core that does not list its files (qemu-user, Linux before 3.7), one
/// entry each, by address. The auxiliary vector leads to the program. The dynamic linker's list in
/// the program's memory leads to the libraries. If an image's first page is not dumped, the image
/// ends with the region that holds its dynamic section. If the program's own page is not dumped
/// (NetBSD, OpenBSD), the list is searched in the dumped memory. A static program of which nothing
/// is dumped ends with the page of its entry point. `memoryMap` is sorted.
std::vector<FileMapping> findLoadedFiles(const CoreFile& core,
                                         const CoreNotes& notes,
                                         const MemoryImage& memory,
                                         const std::vector<MemoryRegion>& memoryMap);

} // namespace faultline::corefile
