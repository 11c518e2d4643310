// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory.h"
#include "core/model/registers.h"
#include "core/unwind/tables/arm64_unwind_codes.h"

namespace faultline::unwind {

/// Undoes PE ARM64 unwind codes on a set of registers, one by one in stored order.
class Arm64Undo
{
public:
    Arm64Undo(const RegisterSet& callee, const MemoryReader& memory)
        : m_registers(callee), m_memory(memory)
    {
    }

    /// Errors: Malformed (memory or a register is not known), Unsupported (SVE, trap and ARM64EC
    /// frames).
    Result<void> apply(const Arm64UnwindCode& code);

    /// A kernel record supplied all registers, so pc is exact.
    bool hasKernelFrame() const { return m_hasKernelFrame; }

    /// Sets pc from lr unless a kernel record supplied pc. Errors: Malformed (lr is not known).
    Result<RegisterSet> finish();

private:
    Result<void> load(std::uint32_t index, std::uint64_t address);
    Result<void> saveIntegers(const Arm64UnwindCode& code);
    Result<void> readMachineFrame();
    Result<void> readContext();

    std::uint64_t sp() const;
    void setSp(std::uint64_t value);
    /// Address of the first register that a save stores, after the stack pointer has moved.
    std::uint64_t slotOf(const Arm64UnwindCode& code) const;
    void endSave(const Arm64UnwindCode& code);

    RegisterSet m_registers;
    const MemoryReader& m_memory;
    std::uint32_t m_nextPairs =
        0; // Number of save_next codes that wait for the pair they continue.
    bool m_hasKernelFrame = false;
};

} // namespace faultline::unwind
