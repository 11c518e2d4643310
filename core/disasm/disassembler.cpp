// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/disasm/disassembler.h"

#include "core/base/shared_library.h"
#include "core/disasm/disassembler_module.h"

#include <optional>

namespace faultline::disasm {

namespace {

Result<const DisassemblerModule*> openModule()
{
    FL_TRY(const auto library, SharedLibrary::openPrivate(kModuleFile));
    decltype(&faultlineDisassembler) function = nullptr;
    FL_CHECK(library.bind(kModuleFunction, function));
    const auto* module = function();
    if (module->version != kModuleVersion)
        return fail(ErrorKind::Internal, kModuleFile, " has version ", module->version,
                    ", expected ", kModuleVersion);
    return module;
}

/// Opened at the first use: its tables are two thirds of what a start without it touches.
const Result<const DisassemblerModule*>& loadModule()
{
    static const Result<const DisassemblerModule*> module = openModule();
    return module;
}

std::optional<ModuleTarget> targetOf(CpuFamily family, Disassembler::ArmMode mode)
{
    switch (family) {
    case CpuFamily::Intel32: return ModuleTarget::Intel32;
    case CpuFamily::Intel64: return ModuleTarget::Intel64;
    case CpuFamily::Arm64: return ModuleTarget::Arm64;
    case CpuFamily::Arm32:
        return mode == Disassembler::ArmMode::Thumb ? ModuleTarget::Thumb : ModuleTarget::Arm;
    default: return std::nullopt;
    }
}

void assignText(void* to, const char* text, std::size_t sizeBytes)
{
    static_cast<std::string*>(to)->assign(text, sizeBytes);
}

} // namespace

Result<Disassembler> Disassembler::create(CpuFamily family, ArmMode mode)
{
    const auto target = targetOf(family, mode);
    if (!target)
        return fail(ErrorKind::Unsupported, "no disassembler for this cpu");
    const auto& module = loadModule();
    if (!module)
        return std::unexpected(module.error());
    std::string reason;
    void* const handle = (*module)->create(*target, &reason, assignText);
    if (handle == nullptr)
        return fail(ErrorKind::Internal, "disassembler: ", reason);
    return Disassembler(**module, handle);
}

Disassembler::Disassembler(const DisassemblerModule& module, void* handle)
    : m_handle(handle, Destroy{&module})
{
}

void Disassembler::Destroy::operator()(void* handle) const
{
    module->destroy(handle);
}

Result<DecodedInstruction> Disassembler::decode(Bytes code, std::uint64_t address) const
{
    DecodedInstruction decoded;
    ModuleInstruction instruction{};
    const auto* module = m_handle.get_deleter().module;
    if (!module->decode(m_handle.get(), asUnsignedChars(code.data()), code.size(), address,
                        &instruction, &decoded.text, assignText))
        return fail(ErrorKind::Malformed, "no instruction at address ", Hex{address});
    const auto has = [&](ModuleFlag flag) { return (instruction.flags & flag) != 0; };
    decoded.sizeBytes = instruction.sizeBytes;
    decoded.mayLoad = has(kMayLoad);
    decoded.mayStore = has(kMayStore);
    decoded.isBranch = has(kIsBranch);
    decoded.isConditional = has(kIsConditional);
    decoded.isCall = has(kIsCall);
    decoded.isReturn = has(kIsReturn);
    return decoded;
}

} // namespace faultline::disasm
