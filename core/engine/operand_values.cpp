// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/operand_values.h"

#include "core/analysis/instruction_rules.h"
#include "core/analysis/register_values.h"
#include "core/engine/frame_places.h"
#include "core/engine/place_text.h"
#include "core/engine/process_words.h"
#include "core/engine/register_writes.h"

#include <algorithm>
#include <set>

namespace faultline::engine {

namespace {

using analysis::MemoryOperand;
using analysis::ParsedInstruction;

constexpr std::uint32_t kLargestValue = 8;

class OperandReader
{
public:
    OperandReader(EngineServices& services,
                  const EventFindings& findings,
                  const EventThread& thread,
                  const FramePlaces& places,
                  bool isCaller)
        : m_words(services, findings), m_registers(thread), m_places(places), m_isCaller(isCaller)
    {
    }

    void read(CodeAnswer& answer) const
    {
        auto& code = answer.instructions;
        const auto current =
            std::ranges::find(code, *answer.current, &CodeInstruction::address) - code.begin();
        std::set<std::string> written;
        for (auto i = current; i < std::ssize(code); ++i) {
            auto& each = code[static_cast<std::size_t>(i)];
            const auto parsed = parse(each);
            addOperand(parsed, written, each);
            // The registers of a caller are those after its call.
            if (i == current && m_isCaller)
                continue;
            const auto writes = writtenRegisters(m_registers, parsed);
            if (!writes || each.flow == CodeInstruction::Flow::Jump)
                break;
            written.insert(writes->begin(), writes->end());
        }
        readBefore(code, current);
    }

private:
    /// Back to where the frame may have come from elsewhere.
    void readBefore(std::vector<CodeInstruction>& code, std::ptrdiff_t current) const
    {
        const auto targets = targetsOf(code);
        std::set<std::string> written;
        for (auto i = current; i > 0; --i) {
            auto& each = code[static_cast<std::size_t>(i - 1)];
            if (targets.contains(code[static_cast<std::size_t>(i)].address) ||
                each.address + each.bytes.size() != code[static_cast<std::size_t>(i)].address)
                return;
            const auto parsed = parse(each);
            const auto writes = writtenRegisters(m_registers, parsed);
            if (!writes || each.flow == CodeInstruction::Flow::Jump)
                return;
            written.insert(writes->begin(), writes->end());
            addOperand(parsed, written, each);
        }
    }

    static std::set<std::uint64_t> targetsOf(const std::vector<CodeInstruction>& code)
    {
        std::set<std::uint64_t> targets;
        for (const auto& each : code) {
            if (each.target && each.flow != CodeInstruction::Flow::Call)
                targets.insert(*each.target);
        }
        return targets;
    }

    ParsedInstruction parse(const CodeInstruction& instruction) const
    {
        return analysis::parseInstruction(m_registers.family(), instruction.text);
    }

    /// The address with the frame's registers; absent where one is unknown or was written.
    std::optional<std::uint64_t> addressOf(const MemoryOperand& memory,
                                           const std::set<std::string>& written,
                                           const CodeInstruction& instruction) const
    {
        if (!memory.segment.empty())
            return std::nullopt;
        auto address = static_cast<std::uint64_t>(memory.displacement);
        for (const auto& [name, scale] :
             {std::pair(memory.base, 1u), std::pair(memory.index, memory.scale)}) {
            if (name.empty())
                continue;
            const bool isNext = name == "rip";
            const auto value = isNext
                                   ? std::optional(instruction.address + instruction.bytes.size())
                                   : m_registers.find(name);
            if (!value || (!isNext && written.contains(std::string(m_registers.fullName(name)))))
                return std::nullopt;
            address += *value * scale;
        }
        return pointerSize(m_registers.family()) == 4 ? address & 0xffffffff : address;
    }

    std::uint32_t sizeOf(const ParsedInstruction& parsed, const MemoryOperand& memory) const
    {
        return memory.sizeBytes != 0 ? memory.sizeBytes
                                     : analysis::armAccessBytes(m_registers.family(), parsed);
    }

    void addOperand(const ParsedInstruction& parsed,
                    const std::set<std::string>& written,
                    CodeInstruction& instruction) const
    {
        const auto found = std::ranges::find_if(
            parsed.operands, [](const analysis::Operand& each) { return each.memory.has_value(); });
        if (found == parsed.operands.end() || parsed.mnemonic.starts_with("nop"))
            return;
        const auto address = addressOf(*found->memory, written, instruction);
        if (!address)
            return;
        CodeOperand operand;
        operand.address = *address;
        operand.sizeBytes = sizeOf(parsed, *found->memory);
        operand.isAddressOnly = parsed.mnemonic == "lea";
        operand.isWritten = isOnlyWritten(parsed, found - parsed.operands.begin());
        operand.isInMemory = m_words.memory().readUnsigned(*address, 1).has_value();
        operand.text = found->text.substr(std::min(found->text.find('['), found->text.size()));
        operand.place = m_words.placeOf(*address);
        operand.variable = m_places.at(*address, operand.sizeBytes);
        addWord(operand);
        instruction.operand = std::move(operand);
    }

    void addWord(CodeOperand& operand) const
    {
        const auto size = operand.sizeBytes;
        const bool isSimple = size == 1 || size == 2 || size == 4 || size == kLargestValue;
        if (operand.isAddressOnly || !isSimple)
            return;
        const auto value = m_words.memory().readUnsigned(operand.address, size);
        if (!value)
            return;
        const bool isPointer = size == pointerSize(m_registers.family()) && *value >= kFirstPage;
        operand.word = isPointer ? m_words.of(*value) : MemoryWord{.value = *value};
        operand.word->address = operand.address;
    }

    ProcessWords m_words;
    analysis::RegisterValues m_registers;
    const FramePlaces& m_places;
    bool m_isCaller;
};

} // namespace

void addOperands(EngineServices& services,
                 const EventFindings& findings,
                 const FramePlace& frame,
                 const std::stop_token& stop,
                 CodeAnswer& answer)
{
    const auto* native = findings.event->asNative();
    const auto* registers = registersOf(findings, frame);
    if (!answer.current || registers == nullptr || native == nullptr || !native->memory)
        return;
    EventThread thread;
    thread.registers = *registers;
    const FramePlaces places(services, findings, frame, stop);
    // The pc of a caller is a return address, and its call is the instruction before it. The pc of
    // a frame that a signal interrupted is the instruction itself.
    const bool isCaller = frame.physical > 0 && registers->pc() != *answer.current;
    OperandReader(services, findings, thread, places, isCaller).read(answer);
}

} // namespace faultline::engine
