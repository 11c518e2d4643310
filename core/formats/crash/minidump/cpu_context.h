// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"
#include "core/base/result.h"
#include "core/model/registers.h"

#include <string>
#include <vector>

namespace faultline::minidump {

/// Registers of one thread. For CPUs that are not walked (sparc, risc-v) `registers` is empty and
/// `others` lists everything.
struct CpuContext
{
    std::string_view cpu; ///< "amd64"
    RegisterSet registers;
    std::vector<std::pair<std::string, std::uint64_t>>
        others;        ///< Flags, segments, debug registers.
    std::string doubt; ///< What contradicts the chosen layout; empty when nothing does.
};

/// Reads a CPU context. Processor of the system information, size and context flags together decide
/// the layout. One of them may disagree (named in `doubt`), two may not. Extra bytes at the end
/// (XSTATE) are accepted. `processorArchitecture` is absent when the dump has no system
/// information. Errors: Malformed (no layout fits the bytes).
Result<CpuContext>
readCpuContext(Bytes bytes, std::endian order, std::optional<std::uint16_t> processorArchitecture);

} // namespace faultline::minidump
