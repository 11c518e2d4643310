// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_registers.h"

#include <array>

namespace faultline::pdb {

namespace {

/// Consecutive numbers of registers that have consecutive numbers in DWARF too.
struct Block
{
    std::uint16_t first;
    std::uint16_t count;
    std::uint16_t dwarf;
    std::uint8_t sizeBytes;
};

constexpr std::array<Block, 2> kX86Blocks{{
    {128, 8, 11, 10}, // ST0 …
    {154, 8, 21, 16}, // XMM0 …
}};

constexpr std::array<Block, 7> kX64Blocks{{
    {336, 8, 8, 8}, // R8 …
    {344, 8, 8, 1},
    {352, 8, 8, 2},
    {360, 8, 8, 4},
    {154, 8, 17, 16},  // XMM0 …
    {252, 8, 25, 16},  // XMM8 …
    {368, 16, 17, 32}, // YMM0 …
}};

constexpr std::array<Block, 5> kArm64Blocks{{
    {10, 31, 0, 4},    // W0 …
    {50, 32, 0, 8},    // X0 … X28, FP, LR, SP.
    {100, 32, 64, 4},  // S0 …
    {140, 32, 64, 8},  // D0 …
    {180, 32, 64, 16}, // Q0 …
}};

/// DWARF's numbers of the eight old registers, in the order AX, CX, DX, BX, SP, BP, SI, DI.
constexpr std::array<std::uint8_t, 8> kX86Order{0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::array<std::uint8_t, 8> kX64Order{0, 2, 1, 3, 7, 6, 4, 5};

template <std::size_t count>
std::optional<PdbRegister> inBlocks(const std::array<Block, count>& blocks, std::uint16_t number)
{
    for (const auto& block : blocks) {
        if (number >= block.first && number - block.first < block.count)
            return PdbRegister{.dwarf =
                                   static_cast<std::uint16_t>(block.dwarf + (number - block.first)),
                               .sizeBytes = block.sizeBytes};
    }
    return std::nullopt;
}

/// AL … BL (1–4), AH … BH (5–8), AX … DI (9–16), EAX … EDI (17–24).
std::optional<PdbRegister> inOldRegisters(const std::array<std::uint8_t, 8>& order,
                                          std::uint16_t number)
{
    if (number < 1 || number > 24)
        return std::nullopt;
    if (number <= 8)
        return PdbRegister{.dwarf = order[(number - 1u) % 4],
                           .sizeBytes = 1,
                           .offsetBytes = static_cast<std::uint8_t>(number > 4 ? 1 : 0)};
    return PdbRegister{.dwarf = order[(number - 9u) % 8],
                       .sizeBytes = static_cast<std::uint8_t>(number < 17 ? 2 : 4)};
}

std::optional<PdbRegister> x64Register(std::uint16_t number)
{
    // SIL, DIL, BPL, SPL; RAX, RBX, RCX, RDX, RSI, RDI, RBP, RSP.
    constexpr std::array<std::uint8_t, 12> kOwn{4, 5, 6, 7, 0, 3, 2, 1, 4, 5, 6, 7};
    constexpr std::uint16_t kFirstOwn = 324;
    if (number >= kFirstOwn && number < kFirstOwn + kOwn.size()) {
        const auto index = static_cast<std::size_t>(number - kFirstOwn);
        return PdbRegister{.dwarf = kOwn[index],
                           .sizeBytes = static_cast<std::uint8_t>(index < 4 ? 1 : 8)};
    }
    if (auto old = inOldRegisters(kX64Order, number))
        return old;
    return inBlocks(kX64Blocks, number);
}

} // namespace

std::optional<PdbRegister> pdbRegister(std::uint16_t machine, std::uint16_t number)
{
    switch (machine) {
    case kMachineX86:
        if (auto old = inOldRegisters(kX86Order, number))
            return old;
        return inBlocks(kX86Blocks, number);
    case kMachineX64: return x64Register(number);
    case kMachineArm64: return inBlocks(kArm64Blocks, number);
    default: return std::nullopt;
    }
}

std::optional<std::uint16_t> pdbFrameRegister(std::uint16_t machine, unsigned base)
{
    constexpr std::array<std::uint16_t, 4> kX86{0, kPdbVirtualFrame, 22, 20}; // EBP, EBX.
    constexpr std::array<std::uint16_t, 4> kX64{0, 335, 334, 341};            // RSP, RBP, R13.
    constexpr std::array<std::uint16_t, 4> kArm64{0, 81, 79, 0};              // SP, FP.
    if (base == 0 || base > 3)
        return std::nullopt;
    std::uint16_t number = 0;
    switch (machine) {
    case kMachineX86: number = kX86[base]; break;
    case kMachineX64: number = kX64[base]; break;
    case kMachineArm64: number = kArm64[base]; break;
    default: break;
    }
    return number == 0 ? std::nullopt : std::optional(number);
}

std::uint8_t pdbAddressBytes(std::uint16_t machine)
{
    switch (machine) {
    case kMachineX86: return 4;
    case kMachineX64:
    case kMachineArm64: return 8;
    default: return 0;
    }
}

} // namespace faultline::pdb
