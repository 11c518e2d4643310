// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_file.h"

#include <utility>

namespace faultline::corefile {

/// NT_PRPSINFO.
struct ProcessStatus
{
    std::uint32_t id = 0;
    std::string name;        ///< At most 15 characters.
    std::string commandLine; ///< At most 79 characters; blanks separate the arguments.
    bool isCut = false;      ///< The command line fills its field, so it was longer.
};

/// Errors: Malformed (a size that the structure has on no CPU).
Result<ProcessStatus> readProcessStatus(const CoreFile& core, Bytes note);

/// NT_AUXV: pairs of type and value, without the final AT_NULL.
using AuxiliaryVector = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
AuxiliaryVector readAuxiliaryVector(const CoreFile& core, Bytes note);

} // namespace faultline::corefile
