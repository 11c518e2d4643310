#pragma once

#include "tests/support/crashed_process.h"

namespace faultline::test {

/// How a program of ours for another CPU is run.
struct Emulation
{
    CrashedProcess::Cpu cpu = CrashedProcess::Cpu::Arm64;
    std::filesystem::path program; ///< Linked statically at fixed addresses.
    std::vector<std::string> arguments;
    int caughtSignal = 0; ///< The program handles this one itself, once.
};

/// The same as runUntilCrash() for a program of arm64 or 32-bit ARM Linux under qemu-user, through
/// its debugging stub. There is no memory map: what qemu's own process has mapped is not the
/// program's.
std::optional<CrashedProcess> emulateUntilCrash(const Emulation& emulation, std::string& why);

} // namespace faultline::test
