// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tainted_block.h"

#include "core/analysis/instruction_rules.h"
#include "core/analysis/operands.h"

#include <algorithm>
#include <set>

namespace faultline::analysis {

namespace {

constexpr std::size_t kMaxInstructions = 2048;

/// One name for all parts of a register.
std::string wholeRegister(std::string_view name)
{
    static constexpr std::string_view kRegisters[] = {"eax", "ebx", "ecx", "edx",
                                                      "esi", "edi", "ebp", "esp"};
    for (const auto whole : kRegisters) {
        const auto pair = whole.substr(1);
        const bool isByte =
            name.size() == 2 && name[0] == pair[0] && (name[1] == 'l' || name[1] == 'h');
        if (name == whole || name == pair || (isByte && pair[1] == 'x'))
            return std::string(whole);
    }
    return {};
}

class TaintFollower
{
public:
    explicit TaintFollower(BadAccess access) : m_access(access) {}

    void begin(const ParsedInstruction& first)
    {
        if (isStringInstruction(first)) {
            taint(m_access == BadAccess::Read ? "esi" : "edi");
            return;
        }
        for (std::size_t i = 0; i < first.operands.size(); ++i) {
            const auto& operand = first.operands[i];
            const bool isTarget = i == 0 && !operand.memory;
            if (m_access == BadAccess::Read && isTarget && first.mnemonic != "cmp")
                taint(operand.text);
            if (m_access == BadAccess::Write && i == 0 && operand.memory)
                taint(operand.memory->base);
        }
    }

    /// False at the end of the block.
    bool follow(const ParsedInstruction& instruction, const disasm::DecodedInstruction& decoded)
    {
        if (decoded.isBranch || decoded.isCall || decoded.isReturn) {
            m_hazards.branchTarget |=
                !instruction.operands.empty() && uses(instruction.operands[0]);
            return false;
        }
        if (isStringInstruction(instruction)) {
            m_hazards.blockRead |= isTainted("esi");
            m_hazards.blockWrite |= isTainted("edi") || isTainted("esi");
            return true;
        }
        if (instruction.mnemonic == "push")
            m_hazards.argument |= uses(instruction.operands.front());
        else if (instruction.mnemonic == "cmp" || instruction.mnemonic == "test")
            m_hazards.comparison |= std::ranges::any_of(
                instruction.operands, [this](const Operand& operand) { return uses(operand); });
        else
            move(instruction);
        return true;
    }

    BlockHazards hazards() const { return m_hazards; }

private:
    void move(const ParsedInstruction& instruction)
    {
        if (instruction.operands.empty())
            return;
        const auto& target = instruction.operands[0];
        const auto* source = instruction.operands.size() > 1 ? &instruction.operands[1] : nullptr;
        if (target.memory && usesAddress(*target.memory))
            m_hazards.write = true;
        if (source != nullptr && source->memory && usesAddress(*source->memory) &&
            instruction.mnemonic != "lea")
            m_hazards.read = true;
        if (target.memory || source == nullptr)
            return;
        const bool replaces = instruction.mnemonic.starts_with("mov") ||
                              instruction.mnemonic == "lea" ||
                              (instruction.mnemonic == "xor" && source->text == target.text);
        const bool isFromBad =
            uses(*source) && !(instruction.mnemonic == "xor" && source->text == target.text);
        if (isFromBad)
            taint(target.text);
        else if (replaces)
            m_tainted.erase(wholeRegister(target.text));
    }

    void taint(std::string_view name)
    {
        if (auto whole = wholeRegister(name); !whole.empty())
            m_tainted.insert(std::move(whole));
    }

    bool isTainted(std::string_view name) const { return m_tainted.contains(wholeRegister(name)); }

    bool usesAddress(const MemoryOperand& memory) const
    {
        return isTainted(memory.base) || isTainted(memory.index);
    }

    bool uses(const Operand& operand) const
    {
        return operand.memory ? usesAddress(*operand.memory) : isTainted(operand.text);
    }

    BadAccess m_access;
    BlockHazards m_hazards;
    std::set<std::string> m_tainted;
};

} // namespace

BlockHazards followTaint(Bytes code, std::uint64_t address, BadAccess access)
{
    TaintFollower follower(access);
    const auto disassembler = disasm::Disassembler::create(CpuFamily::Intel32);
    for (std::size_t i = 0; disassembler && i < kMaxInstructions && !code.empty(); ++i) {
        const auto decoded = disassembler->decode(code, address);
        if (!decoded)
            break;
        const auto parsed = parseInstruction(CpuFamily::Intel32, decoded->text);
        if (i == 0)
            follower.begin(parsed);
        else if (!follower.follow(parsed, *decoded))
            break;
        code = code.subspan(decoded->sizeBytes);
        address += decoded->sizeBytes;
    }
    return follower.hazards();
}

} // namespace faultline::analysis
