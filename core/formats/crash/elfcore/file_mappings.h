// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_file.h"
#include "core/model/diagnostic_log.h"

namespace faultline::corefile {

/// A mapped part of a file in the process's memory.
struct FileMapping
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0;
    std::string_view path; ///< Points into the core file; at most kMaxPathBytes.

    static constexpr std::size_t kMaxPathBytes = 4096; ///< Linux, PATH_MAX; the BSDs have less.
};

/// Reads NT_FILE, sorted by address. Mappings without a name or with an impossible range are left
/// out with a diagnostic. Errors: Malformed (no room for the counts).
Result<std::vector<FileMapping>>
readFileMappings(const CoreFile& core, Bytes note, DiagnosticLog& log);

} // namespace faultline::corefile
