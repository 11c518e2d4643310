// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/crashed_process.h"

namespace faultline::test {

/// How to run one of our programs for another CPU.
struct Emulation
{
    CrashedProcess::Cpu cpu = CrashedProcess::Cpu::Arm64;
    std::filesystem::path program; ///< Linked statically at fixed addresses.
    std::vector<std::string> arguments;
    int caughtSignal = 0; ///< The program handles this signal itself, once.
};

/// Like runUntilCrash(), for an arm64 or 32-bit ARM Linux program under qemu-user, through its
/// debugging stub. There is no memory map, because qemu's own mappings are not the program's.
std::optional<CrashedProcess> emulateUntilCrash(const Emulation& emulation, std::string& why);

} // namespace faultline::test
