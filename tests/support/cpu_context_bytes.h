// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace faultline::test {

enum class Cpu : std::uint8_t { X86, Amd64, Arm, Arm64, Arm64Old, Mips, Ppc, Ppc64, Sparc };

/// Values by register name: "eip", "rsp", "x0", "fp", "lr", "sp", "pc", "r0", "eflags", …. Missing
/// registers are 0.
using Registers = std::map<std::string, std::uint64_t>;

/// A complete context record in the form of minidump writers, with context flags.
std::vector<std::byte>
contextBytes(Cpu cpu, const Registers& registers, std::endian order = std::endian::little);

/// PROCESSOR_ARCHITECTURE_… of the SystemInfo stream.
std::uint16_t processorArchitecture(Cpu cpu);

} // namespace faultline::test
