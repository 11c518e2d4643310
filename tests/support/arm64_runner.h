#pragma once

#include "core/model/memory.h"
#include "core/model/registers.h"

#include <map>

namespace faultline::test {

/// Carries out the instructions that compilers put into arm64 prologues and epilogues, one at a
/// time: the truth that unwind data of compiled code is held against. Written from the Arm ARM,
/// independent of core/unwind.
class Arm64Runner final : public MemoryReader
{
public:
    explicit Arm64Runner(RegisterSet registers) : m_registers(std::move(registers)) {}

    /// False, with nothing changed, for an instruction that has no place in a prologue or epilogue.
    bool step(std::uint32_t instruction);

    const RegisterSet& registers() const { return m_registers; }

    /// What was stored; everything else is not known.
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
