// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace faultline::crash {

/// Entries of the auxiliary vector that readers use (Linux, uapi/linux/auxvec.h).
enum class AuxvType : std::uint64_t {
    ProgramHeaders = 3,
    PageSize = 6,
    InterpreterBase = 7, ///< AT_BASE.
    Entry = 9,
    ExecFileName = 31,
    VdsoHeader = 33, ///< AT_SYSINFO_EHDR.
};

/// "AT_ENTRY"; "AT_77" for a type without a name.
std::string auxvName(std::uint64_t type);

} // namespace faultline::crash
