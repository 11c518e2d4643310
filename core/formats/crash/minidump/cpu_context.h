#pragma once

#include "core/base/byte_reader.h"
#include "core/base/result.h"
#include "core/model/registers.h"

#include <string>
#include <vector>

namespace faultline::minidump {

/// Registers of one thread. CPUs that no walker knows (sparc, risc-v) leave `registers` empty and
/// list all they have in `others`.
struct CpuContext
{
    std::string_view cpu; ///< "amd64"
    RegisterSet registers;
    std::vector<std::pair<std::string, std::uint64_t>>
        others;        ///< Flags, segments, debug registers.
    std::string doubt; ///< What does not fit the chosen layout; empty when all fits.
};

/// Reads a CPU context. The layout is chosen by the processor of the system information, the size
/// and the context flags together: one of them may disagree (named in `doubt`), two may not. Extra
/// bytes at the end (XSTATE) are accepted. `processorArchitecture` is absent when the dump has no
/// system information. Errors: Malformed (no layout fits the bytes).
Result<CpuContext>
readCpuContext(Bytes bytes, std::endian order, std::optional<std::uint16_t> processorArchitecture);

} // namespace faultline::minidump
