// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"
#include "core/base/parse_limits.h"
#include "core/model/memory.h"

#include <optional>
#include <string>
#include <vector>

namespace faultline::machcore {

/// What the header of an image in memory says about it.
struct LoadedImage
{
    enum class Kind { Program, Library, Linker };

    Kind kind = Kind::Library;
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0; ///< Of `__TEXT`: segments of the shared cache lie far apart.
    std::optional<DebugId> uuid;
    std::string ownPath;        ///< LC_ID_DYLIB, LC_ID_DYLINKER; empty for programs.
    std::uint32_t platform = 0; ///< LC_BUILD_VERSION (mach-o/loader.h, PLATFORM_*); 0: not given.
    std::optional<std::uint64_t> imageList; ///< Address of dyld_all_image_infos, in dyld.
};

/// Absent when no program, library or dynamic linker begins at the address, or when its load
/// commands are not in memory or exceed `bytesLeft`. They are deducted from it; it becomes zero
/// when they exceed it.
std::optional<LoadedImage> readLoadedImage(const MemoryReader& memory,
                                           std::uint64_t address,
                                           const ParseLimits& limits,
                                           std::uint64_t& bytesLeft);

} // namespace faultline::machcore
