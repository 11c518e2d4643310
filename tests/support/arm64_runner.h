// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory.h"
#include "core/model/registers.h"

#include <map>

namespace faultline::test {

/// Executes the instructions that compilers put into arm64 prologues and epilogues, one at a time.
/// Its results are the truth for tests of unwind data. Written from the Arm ARM, independent of
/// core/unwind.
class Arm64Runner final : public MemoryReader
{
public:
    explicit Arm64Runner(RegisterSet registers) : m_registers(std::move(registers)) {}

    /// False, without any change, for an instruction that does not belong in a prologue or
    /// epilogue.
    bool step(std::uint32_t instruction);

    const RegisterSet& registers() const { return m_registers; }

    /// Reads stored bytes; all others are unknown.
    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override;

private:
    std::uint64_t get(unsigned number) const;
    void set(unsigned number, std::uint64_t value);
    bool transfer(std::uint32_t instruction);

    RegisterSet m_registers;
    std::map<std::uint64_t, std::uint64_t> m_words;
    std::map<unsigned, std::uint64_t> m_floats;
};

} // namespace faultline::test
