// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_reader.h"
#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/diagnostic_log.h"
#include "core/model/memory.h"
#include "core/model/native_event.h"

#include <string_view>
#include <vector>

namespace faultline::machcore {

/// The container: a 64-bit little-endian Mach-O file of type MH_CORE. Layout: <mach-o/loader.h>.
struct MachCore
{
    /// An LC_NOTE: data of any kind, named by its owner ("all image infos").
    struct Note
    {
        std::string_view owner; ///< Points into the file, like all views here.
        Bytes bytes;            ///< Cut off with the file.
        std::uint64_t offset = 0;
    };

    ByteView file;
    Arch arch = Arch::Unknown;
    std::vector<Bytes> threads; ///< The content of each LC_THREAD, at most ParseLimits::maxThreads.
    std::vector<Note> notes;
    std::vector<MemoryRange> memory;     ///< The segments' bytes; views of the file.
    std::vector<MemoryRegion> memoryMap; ///< Sorted by address.

    /// Text of at most PATH_MAX bytes up to its NUL; empty when that lies outside the file.
    std::string_view textAt(std::uint64_t offset) const;
};

/// Do the bytes begin like a Mach-O file of type MH_CORE, of any width and byte order?
bool isMachCore(Bytes head);

/// Errors: Unsupported (no core, or not of 64-bit x86 or ARM), Malformed (load commands exceed the
/// file or contradict themselves). What the limits cut off is named in `log`.
Result<MachCore> openMachCore(ByteView file, const ParseLimits& limits, DiagnosticLog& log);

} // namespace faultline::machcore
