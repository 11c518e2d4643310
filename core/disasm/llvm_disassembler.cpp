// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/disasm/disassembler.h"

#include <algorithm>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>
#include <mutex>

namespace faultline::disasm {

namespace {

constexpr unsigned kIntelSyntax = 1; // X86's second assembly variant.

void registerTargets()
{
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86Disassembler();
        LLVMInitializeAArch64TargetInfo();
        LLVMInitializeAArch64TargetMC();
        LLVMInitializeAArch64Disassembler();
        LLVMInitializeARMTargetInfo();
        LLVMInitializeARMTargetMC();
        LLVMInitializeARMDisassembler();
    });
}

struct TargetChoice
{
    const char* triple = nullptr;
    const char* features = "";
    unsigned syntax = 0;
};

/// Enables all extensions of arm64 and ARM, because the crashed CPU's are not recorded.
TargetChoice targetOf(CpuFamily family, Disassembler::ArmMode mode)
{
    switch (family) {
    case CpuFamily::Intel32: return {"i386-unknown-unknown", "", kIntelSyntax};
    case CpuFamily::Intel64: return {"x86_64-unknown-unknown", "", kIntelSyntax};
    case CpuFamily::Arm64: return {"aarch64-unknown-unknown", "+all"};
    case CpuFamily::Arm32:
        return mode == Disassembler::ArmMode::Thumb
                   ? TargetChoice{"thumbv8-unknown-unknown", "+neon,+crc,+crypto,+hwdiv"}
                   : TargetChoice{"armv8-unknown-unknown", "+neon,+crc,+crypto,+hwdiv-arm"};
    default: return {};
    }
}

/// LLVM puts a tab after the mnemonic and another one before it.
std::string tidied(std::string text)
{
    std::ranges::replace(text, '\t', ' ');
    std::string out;
    for (const char c : text) {
        if (c != ' ' || (!out.empty() && out.back() != ' '))
            out += c;
    }
    while (!out.empty() && out.back() == ' ')
        out.pop_back();
    return out;
}

} // namespace

struct Disassembler::Parts
{
    std::unique_ptr<const llvm::MCRegisterInfo> registers;
    std::unique_ptr<const llvm::MCAsmInfo> assembly;
    std::unique_ptr<const llvm::MCSubtargetInfo> subtarget;
    std::unique_ptr<const llvm::MCInstrInfo> instructions;
    std::unique_ptr<llvm::MCContext> context;
    std::unique_ptr<const llvm::MCDisassembler> disassembler;
    std::unique_ptr<llvm::MCInstPrinter> printer;
    bool isIntel = false;
};

Disassembler::Disassembler(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}

Disassembler::Disassembler(Disassembler&&) noexcept = default;
Disassembler& Disassembler::operator=(Disassembler&&) noexcept = default;
Disassembler::~Disassembler() = default;

Result<Disassembler> Disassembler::create(CpuFamily family, ArmMode mode)
{
    const auto choice = targetOf(family, mode);
    if (choice.triple == nullptr)
        return fail(ErrorKind::Unsupported, "no disassembler for this cpu");
    registerTargets();
    const llvm::Triple triple(choice.triple);
    std::string problem;
    const auto* target = llvm::TargetRegistry::lookupTarget(choice.triple, problem);
    if (target == nullptr)
        return fail(ErrorKind::Internal, "disassembler: ", problem);
    auto parts = std::make_unique<Parts>();
    parts->isIntel = choice.syntax == kIntelSyntax;
    parts->registers.reset(target->createMCRegInfo(choice.triple));
    parts->assembly.reset(target->createMCAsmInfo(*parts->registers, choice.triple, {}));
    parts->subtarget.reset(target->createMCSubtargetInfo(choice.triple, "", choice.features));
    parts->instructions.reset(target->createMCInstrInfo());
    parts->context = std::make_unique<llvm::MCContext>(
        triple, parts->assembly.get(), parts->registers.get(), parts->subtarget.get());
    parts->disassembler.reset(target->createMCDisassembler(*parts->subtarget, *parts->context));
    parts->printer.reset(target->createMCInstPrinter(triple, choice.syntax, *parts->assembly,
                                                     *parts->instructions, *parts->registers));
    if (!parts->disassembler || !parts->printer)
        return fail(ErrorKind::Internal, "disassembler: ", choice.triple, " is incomplete");
    parts->printer->setPrintImmHex(true);
    parts->printer->setPrintBranchImmAsAddress(true);
    return Disassembler(std::move(parts));
}

Result<DecodedInstruction> Disassembler::decode(Bytes code, std::uint64_t address) const
{
    const llvm::ArrayRef<std::uint8_t> bytes(asUnsignedChars(code.data()), code.size());
    llvm::MCInst instruction;
    std::uint64_t sizeBytes = 0;
    const auto status = m_parts->disassembler->getInstruction(instruction, sizeBytes, bytes,
                                                              address, llvm::nulls());
    if (status != llvm::MCDisassembler::Success || sizeBytes == 0 || sizeBytes > code.size())
        return fail(ErrorKind::Malformed, "no instruction at address ", Hex{address});
    DecodedInstruction decoded;
    decoded.sizeBytes = static_cast<std::uint32_t>(sizeBytes);
    llvm::raw_string_ostream out(decoded.text);
    // x86 counts jumps from the next instruction.
    const auto origin = m_parts->isIntel ? address + sizeBytes : address;
    m_parts->printer->printInst(&instruction, origin, "", *m_parts->subtarget, out);
    out.flush();
    decoded.text = tidied(std::move(decoded.text));
    const auto& description = m_parts->instructions->get(instruction.getOpcode());
    decoded.mayLoad = description.mayLoad();
    decoded.mayStore = description.mayStore();
    decoded.isCall = description.isCall();
    decoded.isReturn = description.isReturn();
    decoded.isBranch = description.isBranch() && !decoded.isCall && !decoded.isReturn;
    decoded.isConditional = description.isConditionalBranch();
    return decoded;
}

} // namespace faultline::disasm
