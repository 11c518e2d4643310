#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <memory>
#include <string>

namespace faultline::disasm {

/// One machine instruction as LLVM's disassembler reads it.
struct DecodedInstruction
{
    std::string text; ///< Mnemonic, a blank, operands; Intel's syntax on x86; numbers hexadecimal.
    std::uint32_t sizeBytes = 0;
    bool mayLoad = false;
    bool mayStore = false;
    bool isBranch = false; ///< Any jump; calls and returns are not.
    bool isConditional = false;
    bool isCall = false;
    bool isReturn = false;
};

/// Decodes instructions of one CPU: the only user of LLVM's MC layer. Not thread-safe; cheap enough
/// to make one per question.
class Disassembler
{
public:
    /// Instruction set of a 32-bit ARM address.
    enum class ArmMode : std::uint8_t { Arm, Thumb };

    /// Errors: Unsupported (a CPU other than x86, x86-64, ARM, arm64).
    static Result<Disassembler> create(CpuFamily family, ArmMode mode = ArmMode::Arm);

    Disassembler(Disassembler&&) noexcept;
    Disassembler& operator=(Disassembler&&) noexcept;
    ~Disassembler();

    /// The instruction at the start of `code`, which lies at `address` in the process. Errors:
    /// Malformed (no instruction, or cut off).
    Result<DecodedInstruction> decode(Bytes code, std::uint64_t address) const;

private:
    struct Parts;
    explicit Disassembler(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace faultline::disasm
