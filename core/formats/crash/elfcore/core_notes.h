// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/codes/linux_auxv.h"
#include "core/formats/crash/elfcore/bsd_notes.h"
#include "core/formats/crash/elfcore/file_mappings.h"
#include "core/formats/crash/elfcore/process_notes.h"
#include "core/formats/crash/elfcore/thread_status.h"
#include "core/model/event.h"

namespace faultline::corefile {

/// The content of the notes. Views point into the core file.
struct CoreNotes
{
    std::vector<ThreadStatus> threads; ///< The crashed thread first, the others in file order.
    std::optional<ProcessStatus> process;
    AuxiliaryVector auxiliary;
    std::vector<FileMapping> files;
    bool hasFiles = false;         ///< There is an NT_FILE note.
    std::uint64_t addressMask = 0; ///< The bits of a code pointer that hold its signature (arm64).
    OsFamily system = OsFamily::Linux; ///< Linux, FreeBsd, NetBsd or OpenBsd, by the notes' owners.
    std::uint32_t release = 0;         ///< __FreeBSD_version; 0 on other systems.
    std::vector<StreamInfo> infos;     ///< All notes, raw; at most ParseLimits::maxStreams.

    /// Knows the numbers that the systems give the types. Absent where a system has no such entry.
    std::optional<std::uint64_t> auxiliaryValue(crash::AuxvType type) const;
};

/// Reads all PT_NOTE segments. A note that cannot be read is left out with a diagnostic. If several
/// notes describe the process, the first one counts.
CoreNotes readNotes(const CoreFile& core, DiagnosticLog& log);

} // namespace faultline::corefile
