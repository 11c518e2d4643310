// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string_view>

namespace faultline {

/// One register of a CPU family: its index in RegisterSet, its names, its DWARF number.
struct RegisterInfo
{
    std::uint8_t index = 0;
    std::string_view name;   ///< As reports print it ("rip", "x0", "fp").
    std::string_view alias;  ///< A second accepted name ("x29" for "fp"); may be empty.
    std::int16_t dwarf = -1; ///< -1: none.
};

/// Registers of `family` in the order in which rust-minidump prints them (docs/spec/stackwalk.md
/// §4.2); flags last.
std::span<const RegisterInfo> registersOf(CpuFamily family);
/// Finds a register by name or alias, with or without a leading '$'.
std::optional<std::uint8_t> registerIndex(CpuFamily family, std::string_view name);

/// Indexes of the registers that every stack walk needs.
struct SpecialRegisters
{
    std::uint8_t pc = 0;
    std::uint8_t sp = 0;
    std::uint8_t fp = 0;
    std::optional<std::uint8_t> lr;
};

SpecialRegisters specialRegisters(CpuFamily family);

/// General registers of one frame: their values, and which of them are known. Index = position in
/// registersOf(family).
class RegisterSet
{
public:
    static constexpr std::size_t kCapacity = 48;

    RegisterSet() = default;

    explicit RegisterSet(CpuFamily family) : m_family(family) {}

    CpuFamily family() const { return m_family; }

    bool has(std::uint8_t index) const { return (m_known >> index & 1) != 0; }

    std::uint64_t get(std::uint8_t index) const { return m_values[index]; }

    std::optional<std::uint64_t> find(std::uint8_t index) const
    {
        return has(index) ? std::optional(m_values[index]) : std::nullopt;
    }

    void set(std::uint8_t index, std::uint64_t value)
    {
        m_values[index] = value;
        m_known |= std::uint64_t{1} << index;
    }

    void forget(std::uint8_t index) { m_known &= ~(std::uint64_t{1} << index); }

    int count() const { return std::popcount(m_known); }

    std::uint64_t pc() const { return m_values[specialRegisters(m_family).pc]; }

    std::uint64_t sp() const { return m_values[specialRegisters(m_family).sp]; }

    friend bool operator==(const RegisterSet&, const RegisterSet&) = default;

private:
    std::array<std::uint64_t, kCapacity> m_values{};
    std::uint64_t m_known = 0;
    CpuFamily m_family = CpuFamily::Unknown;
};

} // namespace faultline
