#pragma once

#include "core/formats/crash/elfcore/core_file.h"

#include <utility>

namespace faultline::corefile {

/// NT_PRPSINFO.
struct ProcessStatus
{
    std::uint32_t id = 0;
    std::string name;        ///< At most 15 characters.
    std::string commandLine; ///< At most 79 characters, arguments separated by blanks.
    bool isCut = false;      ///< The command line fills its field: there was more.
};

/// Errors: Malformed (a size that no CPU's structure has).
Result<ProcessStatus> readProcessStatus(const CoreFile& core, Bytes note);

/// NT_AUXV: type and value, without the closing AT_NULL.
using AuxiliaryVector = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
AuxiliaryVector readAuxiliaryVector(const CoreFile& core, Bytes note);

} // namespace faultline::corefile
