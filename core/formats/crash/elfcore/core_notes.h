#pragma once

#include "core/formats/crash/codes/linux_auxv.h"
#include "core/formats/crash/elfcore/file_mappings.h"
#include "core/formats/crash/elfcore/process_notes.h"
#include "core/formats/crash/elfcore/thread_status.h"
#include "core/model/event.h"

namespace faultline::corefile {

/// What the notes say; views point into the core file.
struct CoreNotes
{
    std::vector<ThreadStatus> threads; ///< In file order; the crashed one first.
    std::optional<ProcessStatus> process;
    AuxiliaryVector auxiliary;
    std::vector<FileMapping> files;
    bool hasFiles = false;         ///< There is an NT_FILE note.
    std::uint64_t addressMask = 0; ///< NT_ARM_PAC_MASK: bits of a code pointer that sign it.
    std::vector<StreamInfo> infos; ///< Every note, raw; ParseLimits::maxStreams at most.

    std::optional<std::uint64_t> auxiliaryValue(crash::AuxvType type) const;
};

/// Reads all PT_NOTE segments. A note that cannot be read is left out with a diagnostic; of notes
/// that describe the process the first counts.
CoreNotes readNotes(const CoreFile& core, DiagnosticLog& log);

} // namespace faultline::corefile
