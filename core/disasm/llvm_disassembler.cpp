// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/disasm/disassembler_module.h"

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
#include <memory>
#include <mutex>
#include <string>

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
TargetChoice choiceOf(ModuleTarget target)
{
    switch (target) {
    case ModuleTarget::Intel32: return {"i386-unknown-unknown", "", kIntelSyntax};
    case ModuleTarget::Intel64: return {"x86_64-unknown-unknown", "", kIntelSyntax};
    case ModuleTarget::Arm64: return {"aarch64-unknown-unknown", "+all"};
    case ModuleTarget::Thumb: return {"thumbv8-unknown-unknown", "+neon,+crc,+crypto,+hwdiv"};
    case ModuleTarget::Arm: return {"armv8-unknown-unknown", "+neon,+crc,+crypto,+hwdiv-arm"};
    }
    return {};
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

struct Parts
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

std::unique_ptr<Parts> partsOf(const llvm::Target& target, const TargetChoice& choice)
{
    const llvm::Triple triple(choice.triple);
    auto parts = std::make_unique<Parts>();
    parts->isIntel = choice.syntax == kIntelSyntax;
    parts->registers.reset(target.createMCRegInfo(choice.triple));
    parts->assembly.reset(target.createMCAsmInfo(*parts->registers, choice.triple, {}));
    parts->subtarget.reset(target.createMCSubtargetInfo(choice.triple, "", choice.features));
    parts->instructions.reset(target.createMCInstrInfo());
    parts->context = std::make_unique<llvm::MCContext>(
        triple, parts->assembly.get(), parts->registers.get(), parts->subtarget.get());
    parts->disassembler.reset(target.createMCDisassembler(*parts->subtarget, *parts->context));
    parts->printer.reset(target.createMCInstPrinter(triple, choice.syntax, *parts->assembly,
                                                    *parts->instructions, *parts->registers));
    if (!parts->disassembler || !parts->printer)
        return nullptr;
    parts->printer->setPrintImmHex(true);
    parts->printer->setPrintBranchImmAsAddress(true);
    return parts;
}

void* create(ModuleTarget wanted, void* to, TakeText reason)
{
    registerTargets();
    const auto choice = choiceOf(wanted);
    std::string problem;
    const auto* target = llvm::TargetRegistry::lookupTarget(choice.triple, problem);
    auto parts = target == nullptr ? nullptr : partsOf(*target, choice);
    if (target != nullptr && !parts)
        problem = std::string(choice.triple) + " is incomplete";
    if (!parts)
        reason(to, problem.data(), problem.size());
    return parts.release();
}

void destroy(void* disassembler)
{
    delete static_cast<Parts*>(disassembler);
}

std::uint32_t flagsOf(const llvm::MCInstrDesc& description)
{
    const bool isTransfer = description.isCall() || description.isReturn();
    return (description.mayLoad() ? kMayLoad : 0U) | (description.mayStore() ? kMayStore : 0U) |
           (description.isBranch() && !isTransfer ? kIsBranch : 0U) |
           (description.isConditionalBranch() ? kIsConditional : 0U) |
           (description.isCall() ? kIsCall : 0U) | (description.isReturn() ? kIsReturn : 0U);
}

bool decode(const void* disassembler,
            const std::uint8_t* code,
            std::size_t codeBytes,
            std::uint64_t address,
            ModuleInstruction* instruction,
            void* to,
            TakeText take)
{
    const auto& parts = *static_cast<const Parts*>(disassembler);
    llvm::MCInst decoded;
    std::uint64_t sizeBytes = 0;
    const auto status = parts.disassembler->getInstruction(decoded, sizeBytes, {code, codeBytes},
                                                           address, llvm::nulls());
    if (status != llvm::MCDisassembler::Success || sizeBytes == 0 || sizeBytes > codeBytes)
        return false;
    std::string text;
    llvm::raw_string_ostream out(text);
    // x86 counts jumps from the next instruction.
    const auto origin = parts.isIntel ? address + sizeBytes : address;
    parts.printer->printInst(&decoded, origin, "", *parts.subtarget, out);
    out.flush();
    text = tidied(std::move(text));
    take(to, text.data(), text.size());
    *instruction = {.sizeBytes = static_cast<std::uint32_t>(sizeBytes),
                    .flags = flagsOf(parts.instructions->get(decoded.getOpcode()))};
    return true;
}

} // namespace

} // namespace faultline::disasm

[[gnu::visibility("default")]] const faultline::disasm::DisassemblerModule* faultlineDisassembler()
{
    using namespace faultline::disasm;
    static constexpr DisassemblerModule kModule{
        .version = kModuleVersion, .create = create, .destroy = destroy, .decode = decode};
    return &kModule;
}
