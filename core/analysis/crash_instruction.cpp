// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/crash_instruction.h"

#include "core/analysis/instruction_rules.h"
#include "core/analysis/operands.h"
#include "core/disasm/disassembler.h"

#include <algorithm>
#include <set>

namespace faultline::analysis {

namespace {

constexpr std::uint64_t kMaxNullOffset = 1ull << 31;
constexpr std::uint64_t kThumbFlag = 0x20; // CPSR.T, Arm ARM B1.3.3.

bool isIntel(CpuFamily family)
{
    return family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
}

disasm::Disassembler::ArmMode armModeOf(const RegisterValues& registers)
{
    const bool isThumb = (registers.find("cpsr").value_or(0) & kThumbFlag) != 0 ||
                         (registers.family() == CpuFamily::Arm32 && (registers.pc() & 1) != 0);
    return isThumb ? disasm::Disassembler::ArmMode::Thumb : disasm::Disassembler::ArmMode::Arm;
}

/// Works on one instruction; all references must outlive it.
class InstructionReader
{
public:
    InstructionReader(const Event& event,
                      const EventThread& thread,
                      const disasm::DecodedInstruction& decoded)
        : m_event(event), m_thread(thread), m_registers(thread), m_family(m_registers.family()),
          m_decoded(decoded), m_parsed(parseInstruction(m_family, decoded.text))
    {
    }

    CrashInstruction read()
    {
        const auto& mnemonic = m_parsed.mnemonic;
        CrashInstruction instruction;
        instruction.address = m_registers.pc();
        instruction.sizeBytes = m_decoded.sizeBytes;
        instruction.text = m_decoded.text;
        instruction.isDivision = isDivision(mnemonic);
        instruction.isPrivileged = isIntel(m_family) && isPrivileged(mnemonic);
        instruction.isStringOperation = isIntel(m_family) && isStringInstruction(m_parsed);
        instruction.isControlFlow = m_decoded.isBranch || m_decoded.isCall || m_decoded.isReturn;
        instruction.areAccessesCertain =
            isIntel(m_family) ? m_parsed.prefix.empty() && intelOperandUse(mnemonic).has_value()
                              : isArmTransfer() || !touchesMemory();
        instruction.onlyFaultsWhenNonCanonical = m_family == CpuFamily::Intel64 &&
                                                 instruction.areAccessesCertain &&
                                                 mnemonic != "movaps";
        instruction.accesses = isIntel(m_family) ? intelAccesses() : armAccesses();
        instruction.target = isIntel(m_family) ? intelTarget() : armTarget();
        instruction.registers = addressRegisters();
        return instruction;
    }

private:
    using Accesses = std::optional<std::vector<MemoryAccess>>;

    bool touchesMemory() const { return m_decoded.mayLoad || m_decoded.mayStore; }

    /// Is it a register load or store with one memory operand?
    bool isArmTransfer() const
    {
        const auto& mnemonic = m_parsed.mnemonic;
        const bool named = mnemonic.starts_with("ld") || mnemonic.starts_with("st");
        return named && std::ranges::any_of(m_parsed.operands, [](const Operand& operand) {
                   return operand.memory.has_value();
               });
    }

    unsigned pointerBytes() const { return pointerSize(m_family); }

    std::uint64_t wrapped(std::uint64_t address) const
    {
        return pointerBytes() == 4 ? address & 0xffffffff : address;
    }

    /// Absent when a register or a segment base is unknown.
    std::optional<MemoryAccess> accessOf(const MemoryOperand& memory) const
    {
        MemoryAccess access;
        bool isNull = false;
        access.sizeBytes = memory.sizeBytes;
        if (memory.segment == "fs" || memory.segment == "gs") {
            const auto ofThread = m_family == CpuFamily::Intel64 ? "gs" : "fs";
            if (m_event.system.os != OsFamily::Windows || memory.segment != ofThread ||
                !m_thread.teb)
                return std::nullopt;
            access.address = *m_thread.teb;
        }
        if (!memory.base.empty()) {
            const auto base = baseValue(memory.base);
            if (!base)
                return std::nullopt;
            access.address += *base;
            isNull = *base == 0 && memory.segment.empty();
        }
        if (!memory.index.empty()) {
            const auto index = m_registers.find(memory.index);
            if (!index)
                return std::nullopt;
            access.address += *index * memory.scale;
        }
        access.address = wrapped(access.address + static_cast<std::uint64_t>(memory.displacement));
        // Far from null, the other register holds the pointer.
        access.isNullDereference = isNull && access.address < kMaxNullOffset;
        return access;
    }

    /// x86-64 counts from the next instruction.
    std::optional<std::uint64_t> baseValue(const std::string& name) const
    {
        if (name == "rip" || name == "eip")
            return m_registers.pc() + m_decoded.sizeBytes;
        return m_registers.find(name);
    }

    MemoryAccessKind decodedKind() const
    {
        if (m_decoded.mayLoad && m_decoded.mayStore)
            return MemoryAccessKind::ReadWrite;
        return m_decoded.mayStore  ? MemoryAccessKind::Write
               : m_decoded.mayLoad ? MemoryAccessKind::Read
                                   : MemoryAccessKind::Unknown;
    }

    Accesses intelAccesses() const
    {
        const auto use = isStringInstruction(m_parsed) ? std::optional(stringOperandUse(m_parsed))
                                                       : intelOperandUse(m_parsed.mnemonic);
        if (m_parsed.mnemonic == "lea" || m_parsed.mnemonic == "nop")
            return std::vector<MemoryAccess>();
        std::vector<MemoryAccess> accesses;
        for (std::size_t i = 0; i < m_parsed.operands.size(); ++i) {
            const auto& operand = m_parsed.operands[i];
            if (!operand.memory)
                continue;
            auto access = accessOf(*operand.memory);
            if (!access)
                return std::nullopt;
            access->kind = use && i < use->size() ? (*use)[i] : decodedKind();
            accesses.push_back(*access);
        }
        addStackAccess(accesses);
        if (accesses.empty() && !use && touchesMemory())
            return std::nullopt; // An operand of this form names no target.
        return accesses;
    }

    /// Calls and pushes write below the stack pointer, pops and returns read at it.
    void addStackAccess(std::vector<MemoryAccess>& accesses) const
    {
        const auto& mnemonic = m_parsed.mnemonic;
        const bool isWrite = mnemonic == "call" || mnemonic == "push";
        if (!isWrite && mnemonic != "pop" && mnemonic != "ret" && mnemonic != "retf")
            return;
        MemoryAccess access;
        access.address = wrapped(m_registers.sp() - (isWrite ? pointerBytes() : 0));
        access.sizeBytes = pointerBytes();
        access.kind = isWrite ? MemoryAccessKind::Write : MemoryAccessKind::Read;
        access.isNullDereference = access.address == 0;
        accesses.push_back(access);
    }

    Accesses armAccesses() const
    {
        if (!touchesMemory())
            return std::vector<MemoryAccess>();
        for (const auto& operand : m_parsed.operands) {
            auto access = operand.memory ? accessOf(*operand.memory) : std::nullopt;
            if (!operand.memory)
                continue;
            if (!access)
                return std::nullopt;
            access->kind = decodedKind();
            access->sizeBytes = armAccessBytes(m_family, m_parsed);
            return std::vector{*access};
        }
        return std::nullopt;
    }

    static InstructionTarget known(std::uint64_t address)
    {
        return {.state = InstructionTarget::State::Known,
                .address = address,
                .isNull = address == 0,
                .isGuardPage = false};
    }

    InstructionTarget knownIf(const std::optional<std::uint64_t>& address) const
    {
        return address ? known(wrapped(*address)) : InstructionTarget();
    }

    static InstructionTarget next()
    {
        return {.state = InstructionTarget::State::Next,
                .address = 0,
                .isNull = false,
                .isGuardPage = false};
    }

    InstructionTarget intelTarget() const
    {
        if (isConditionalIntelJump(m_parsed.mnemonic))
            return {};
        if (m_decoded.isReturn)
            return knownIf(
                m_event.asNative()->memory->readUnsigned(m_registers.sp(), pointerBytes()));
        if (!m_decoded.isCall && !m_decoded.isBranch)
            return next();
        if (m_parsed.operands.size() != 1)
            return {};
        const auto& operand = m_parsed.operands[0];
        if (operand.immediate)
            return known(wrapped(*operand.immediate));
        if (!operand.memory)
            return knownIf(m_registers.find(operand.text));
        const auto access = accessOf(*operand.memory);
        return access ? knownIf(m_event.asNative()->memory->readUnsigned(access->address,
                                                                         pointerBytes()))
                      : InstructionTarget();
    }

    InstructionTarget armTarget() const
    {
        const auto& mnemonic = m_parsed.mnemonic;
        if (!m_decoded.isBranch && !m_decoded.isCall && !m_decoded.isReturn)
            return next();
        if (mnemonic == "ret" && m_parsed.operands.empty())
            return knownIf(m_registers.find("lr"));
        const bool isPlain = mnemonic == "b" || mnemonic == "bl" || mnemonic == "br" ||
                             mnemonic == "blr" || mnemonic == "ret" || mnemonic == "bx" ||
                             mnemonic == "blx";
        if (!isPlain || m_parsed.operands.size() != 1)
            return {};
        const auto& operand = m_parsed.operands[0];
        return knownIf(operand.immediate ? operand.immediate : m_registers.find(operand.text));
    }

    std::vector<std::string> addressRegisters() const
    {
        std::set<std::string> names;
        for (const auto& operand : m_parsed.operands) {
            if (!operand.memory)
                continue;
            for (const auto& name : {operand.memory->base, operand.memory->index}) {
                if (!name.empty() && name != "rip" && name != "eip")
                    names.emplace(m_registers.fullName(name));
            }
        }
        return {names.begin(), names.end()};
    }

    const Event& m_event;
    const EventThread& m_thread;
    RegisterValues m_registers;
    CpuFamily m_family;
    const disasm::DecodedInstruction& m_decoded;
    ParsedInstruction m_parsed;
};

} // namespace

Result<CrashInstruction>
readCrashInstruction(const Event& event, const EventThread& thread, Bytes code)
{
    const RegisterValues registers(thread);
    FL_TRY(const auto disassembler,
           disasm::Disassembler::create(registers.family(), armModeOf(registers)));
    FL_TRY(const auto decoded,
           disassembler.decode(
               code,
               registers.pc() & ~(registers.family() == CpuFamily::Arm32 ? std::uint64_t{1} : 0)));
    return InstructionReader(event, thread, decoded).read();
}

} // namespace faultline::analysis
