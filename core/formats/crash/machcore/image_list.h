// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/machcore/loaded_image.h"
#include "core/formats/crash/machcore/mach_core.h"
#include "core/model/module.h"

namespace faultline::machcore {

struct ImageList
{
    std::vector<EventModule> modules; ///< The program first, the others by address.
    std::uint32_t platform = 0;       ///< The program's; 0: not known.
};

/// The loaded images of the process. Each address counts once; what names it best comes first: the
/// notes "all image infos" and "load binary", then dyld's list in memory (mach-o/dyld_images.h),
/// then images at the beginning of a segment, and the note "main bin spec".
ImageList findImages(const MachCore& core,
                     const MemoryImage& memory,
                     const ParseLimits& limits,
                     DiagnosticLog& log);

} // namespace faultline::machcore
