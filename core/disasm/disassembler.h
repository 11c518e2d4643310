// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <memory>
#include <string>

namespace faultline::disasm {

/// One machine instruction, as LLVM's disassembler decodes it.
struct DecodedInstruction
{
    std::string text; ///< Mnemonic, a blank, operands. Intel syntax on x86; numbers in hexadecimal.
    std::uint32_t sizeBytes = 0;
    bool mayLoad = false;
    bool mayStore = false;
    bool isBranch = false; ///< Any jump, but no call or return.
    bool isConditional = false;
    bool isCall = false;
    bool isReturn = false;
};

struct DisassemblerModule;

/// Decodes instructions of one CPU, with LLVM's MC layer in a shared object of our own, which the
/// first one opens. Not thread-safe. It is cheap: create one for each question.
class Disassembler
{
public:
    /// Instruction set at a 32-bit ARM address.
    enum class ArmMode : std::uint8_t { Arm, Thumb };

    /// Errors: Unsupported (a CPU other than x86, x86-64, ARM, arm64), Internal (the shared object
    /// is missing or of another version).
    static Result<Disassembler> create(CpuFamily family, ArmMode mode = ArmMode::Arm);

    /// Decodes the instruction at the start of `code`, which lies at `address` in the process.
    /// Errors: Malformed (no instruction, or truncated).
    Result<DecodedInstruction> decode(Bytes code, std::uint64_t address) const;

private:
    struct Destroy
    {
        const DisassemblerModule* module;
        void operator()(void* handle) const;
    };

    Disassembler(const DisassemblerModule& module, void* handle);

    std::unique_ptr<void, Destroy> m_handle;
};

} // namespace faultline::disasm
