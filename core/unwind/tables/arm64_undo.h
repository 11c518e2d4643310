#pragma once

#include "core/model/memory.h"
#include "core/model/registers.h"
#include "core/unwind/tables/arm64_unwind_codes.h"

namespace faultline::unwind {

/// Undoes PE ARM64 unwind codes on a set of registers, one after the other in their stored order.
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

    /// The kernel's record gave all registers: pc is exact.
    bool hasKernelFrame() const { return m_hasKernelFrame; }

    /// pc is where lr leads, unless the kernel's record said it. Errors: Malformed (lr is not
    /// known).
    Result<RegisterSet> finish();

private:
    Result<void> load(std::uint32_t index, std::uint64_t address);
    Result<void> saveIntegers(const Arm64UnwindCode& code);
    Result<void> readMachineFrame();
    Result<void> readContext();

    std::uint64_t sp() const;
    void setSp(std::uint64_t value);
    /// Where a save has its first register, the stack pointer being moved already where it has to.
    std::uint64_t slotOf(const Arm64UnwindCode& code) const;
    void endSave(const Arm64UnwindCode& code);

    RegisterSet m_registers;
    const MemoryReader& m_memory;
    std::uint32_t m_nextPairs = 0; // save_next codes that wait for the pair they continue.
    bool m_hasKernelFrame = false;
};

} // namespace faultline::unwind
