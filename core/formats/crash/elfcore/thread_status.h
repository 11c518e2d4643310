// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_registers.h"

namespace faultline::corefile {

/// NT_SIGINFO: why the thread stopped (siginfo_t).
struct SignalInfo
{
    std::uint32_t number = 0;
    std::uint32_t code = 0; ///< si_code; negative codes as unsigned.
    std::optional<std::uint64_t> faultAddress;
    std::optional<std::uint32_t> senderId; ///< Process that sent the signal.
};

/// NT_PRSTATUS and the notes that follow it up to the next NT_PRSTATUS.
struct ThreadStatus
{
    std::uint32_t id = 0;
    std::string name; ///< Only the BSDs record one.
    std::uint16_t currentSignal = 0;
    std::optional<CoreRegisters> registers;
    std::string problem; ///< The reason why there are no registers.
    std::optional<SignalInfo> signal;
    std::optional<std::uint64_t> userTime;   ///< In 100 ns. The process's time in its first thread.
    std::optional<std::uint64_t> kernelTime; ///< Likewise.
};

/// Reads a thread's registers, or the reason why there are none.
void setRegisters(const CoreFile& core, OsFamily system, Bytes record, ThreadStatus& status);

/// Reads Linux's NT_PRSTATUS. Errors: Malformed (no room for the fields before the registers).
/// `problem` says why registers cannot be read.
Result<ThreadStatus> readThreadStatus(const CoreFile& core, Bytes note);

/// Errors: Malformed (too short for signal and address).
Result<SignalInfo> readSignalInfo(const CoreFile& core, Bytes note);

} // namespace faultline::corefile
