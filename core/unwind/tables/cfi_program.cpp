// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/cfi_program.h"

#include "core/base/byte_reader.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/dwarf_pointer.h"

#include <optional>

namespace faultline::unwind {

namespace {

using Kind = RegisterRule::Kind;

constexpr std::size_t kMaxRemembered =
    8; // Compilers nest one level; hand-written assembly nests two.

constexpr std::size_t kBytesPerCount = 1024; // Of the budget for unwind data.

// DWARF 5, table 7.29; vendor codes: binutils include/dwarf2.def, AADWARF64.
enum Instruction : std::uint8_t {
    kNop = 0x00,
    kSetLoc,
    kAdvanceLoc1,
    kAdvanceLoc2,
    kAdvanceLoc4,
    kOffsetExtended,
    kRestoreExtended,
    kUndefined,
    kSameValue,
    kRegister,
    kRememberState,
    kRestoreState,
    kDefCfa,
    kDefCfaRegister,
    kDefCfaOffset,
    kDefCfaExpression,
    kExpression,
    kOffsetExtendedSf,
    kDefCfaSf,
    kDefCfaOffsetSf,
    kValOffset,
    kValOffsetSf,
    kValExpression,
    kMipsAdvanceLoc8 = 0x1d,
    kNegateRaStateWithPc = 0x2c,
    kNegateRaState = 0x2d,
    kGnuArgsSize = 0x2e,
    kGnuNegativeOffsetExtended = 0x2f,
    kAdvanceLoc = 0x40,
    kOffset = 0x80,
    kRestore = 0xc0,
};

constexpr std::uint8_t kPrimaryMask = 0xc0;

class Machine
{
public:
    Machine(const CfiSection& section,
            const FrameEntry& entry,
            CpuFamily family,
            UnwindMeter& meter)
        : m_section(section), m_entry(entry), m_family(family), m_meter(meter),
          m_location(entry.begin)
    {
    }

    /// Runs the common entry. Then next() gives the row at each further target.
    Result<void> begin()
    {
        // The location does not advance in the common entry's instructions. DW_CFA_restore returns
        // to the rules they set.
        m_target = ~std::uint64_t{0};
        begin(m_entry.common.instructions, m_entry.common.instructionsOffset);
        FL_CHECK(execute());
        m_initial = m_row;
        m_location = m_entry.begin;
        m_remembered = 0;
        begin(m_entry.instructions, m_entry.instructionsOffset);
        return {};
    }

    /// The row that covers the target, which is not before that of the last call. Valid until the
    /// next one.
    Result<const CfiRow*> next(std::uint64_t target)
    {
        m_target = target;
        m_isBeyond = m_location > m_target;
        m_row.end = m_isBeyond ? m_location : ~std::uint64_t{0};
        FL_CHECK(execute());
        return &m_row;
    }

private:
    void begin(Bytes instructions, std::size_t sectionOffset)
    {
        m_reader = ByteReader(instructions, m_section.order);
        m_instructionsOffset = sectionOffset;
        m_isBeyond = false;
    }

    /// Stops before the first instruction of a row after the target.
    Result<void> execute()
    {
        auto counted = m_reader.offset();
        const auto count = [&] {
            const auto read = m_reader.offset() - counted;
            counted = m_reader.offset();
            return m_meter.read(read);
        };
        while (!m_reader.atEnd() && !m_isBeyond) {
            const auto offset = m_reader.offset();
            if (offset - counted >= kBytesPerCount && !count())
                return fail(ErrorKind::Malformed, kUnwindBudgetUsed);
            const auto instruction = m_reader.u8();
            if (!step(instruction, m_reader) || !m_reader.ok())
                return fail(ErrorKind::Malformed, "call frame instruction ", Hex{instruction},
                            " at section offset ", Hex{m_instructionsOffset + offset},
                            " cannot be followed");
        }
        if (!count())
            return fail(ErrorKind::Malformed, kUnwindBudgetUsed);
        return {};
    }

    bool step(std::uint8_t instruction, ByteReader& reader)
    {
        const std::uint8_t operand = instruction & ~kPrimaryMask & 0xff;
        switch (instruction & kPrimaryMask) {
        case kAdvanceLoc: return advance(operand);
        case kOffset: return setRule(operand, offsetRule(Kind::Offset, factored(reader.uleb128())));
        case kRestore: return restore(operand);
        default:
            return stepLocation(instruction, reader) || stepCfa(instruction, reader) ||
                   stepRule(instruction, reader);
        }
    }

    bool stepLocation(std::uint8_t instruction, ByteReader& reader)
    {
        switch (instruction) {
        case kNop: return true;
        case kSetLoc: return setLocation(reader);
        case kAdvanceLoc1: return advance(reader.u8());
        case kAdvanceLoc2: return advance(reader.u16());
        case kAdvanceLoc4: return advance(reader.u32());
        case kMipsAdvanceLoc8: return advance(reader.u64());
        case kRememberState: return remember();
        case kRestoreState: return recall();
        case kNegateRaState:
        case kNegateRaStateWithPc:
            // The same code is DW_CFA_GNU_window_save on SPARC, which we do not walk.
            m_row.returnAddressIsSigned = !m_row.returnAddressIsSigned;
            return true;
        case kGnuArgsSize: m_row.argumentBytes = reader.uleb128(); return true;
        default: return false;
        }
    }

    bool stepCfa(std::uint8_t instruction, ByteReader& reader)
    {
        auto& cfa = m_row.cfa;
        switch (instruction) {
        case kDefCfa:
        case kDefCfaSf: {
            const auto reg = reader.uleb128();
            const auto offset = instruction == kDefCfa ? asSigned(reader.uleb128())
                                                       : factored(asUnsigned(reader.sleb128()));
            cfa = {CfaRule::Kind::RegisterOffset, reg, offset, {}};
            return true;
        }
        case kDefCfaRegister:
            cfa.dwarfRegister = reader.uleb128();
            // Clang begins MIPS entries with it. The offset is 0 then.
            if (cfa.kind == CfaRule::Kind::None)
                cfa.kind = CfaRule::Kind::RegisterOffset;
            return cfa.kind == CfaRule::Kind::RegisterOffset;
        case kDefCfaOffset:
            cfa.offset = asSigned(reader.uleb128());
            return cfa.kind == CfaRule::Kind::RegisterOffset;
        case kDefCfaOffsetSf:
            cfa.offset = factored(asUnsigned(reader.sleb128()));
            return cfa.kind == CfaRule::Kind::RegisterOffset;
        case kDefCfaExpression:
            cfa = {CfaRule::Kind::Expression, 0, 0, reader.bytes(reader.uleb128())};
            return true;
        default: return false;
        }
    }

    bool stepRule(std::uint8_t instruction, ByteReader& reader)
    {
        const auto isRule = instruction == kOffsetExtended ||
                            (instruction >= kRestoreExtended && instruction <= kRegister) ||
                            instruction == kExpression || instruction == kOffsetExtendedSf ||
                            (instruction >= kValOffset && instruction <= kValExpression) ||
                            instruction == kGnuNegativeOffsetExtended;
        if (!isRule)
            return false;
        const auto reg = reader.uleb128();
        switch (instruction) {
        case kOffsetExtended:
            return setRule(reg, offsetRule(Kind::Offset, factored(reader.uleb128())));
        case kRestoreExtended: return restore(reg);
        case kUndefined: return setRule(reg, {.kind = Kind::Undefined});
        case kSameValue: return setRule(reg, {.kind = Kind::SameValue});
        case kRegister: return setRule(reg, registerRule(reader.uleb128()));
        case kExpression:
            return setRule(
                reg, {.kind = Kind::Expression, .expression = reader.bytes(reader.uleb128())});
        case kValExpression:
            return setRule(
                reg, {.kind = Kind::ValExpression, .expression = reader.bytes(reader.uleb128())});
        case kOffsetExtendedSf:
            return setRule(reg, offsetRule(Kind::Offset, factored(asUnsigned(reader.sleb128()))));
        case kValOffset:
            return setRule(reg, offsetRule(Kind::ValOffset, factored(reader.uleb128())));
        case kValOffsetSf:
            return setRule(reg,
                           offsetRule(Kind::ValOffset, factored(asUnsigned(reader.sleb128()))));
        case kGnuNegativeOffsetExtended:
            return setRule(reg, offsetRule(Kind::Offset, factored(0 - reader.uleb128())));
        default: return false;
        }
    }

    bool advance(std::uint64_t delta)
    {
        return moveTo(m_location + delta * m_entry.common.codeAlignment);
    }

    bool setLocation(ByteReader& reader)
    {
        // A relative encoding counts from the operand's own place in the section.
        PointerBases bases;
        bases.section = m_section.address + m_instructionsOffset;
        bases.text = m_section.textAddress;
        bases.data = m_section.dataAddress;
        bases.function = m_entry.begin;
        bases.addressSize = m_entry.common.addressSize;
        const auto location = readEncodedPointer(reader, m_entry.common.pointerEncoding, bases);
        return location && moveTo(location->value);
    }

    bool moveTo(std::uint64_t location)
    {
        if (location < m_location)
            return false;
        m_location = location;
        m_isBeyond = m_location > m_target;
        if (m_isBeyond)
            m_row.end = m_location;
        return true;
    }

    bool remember()
    {
        if (m_remembered == kMaxRemembered)
            return false;
        m_rememberedRows[m_remembered++] = m_row;
        return true;
    }

    bool recall()
    {
        if (m_remembered == 0)
            return false;
        m_row = *m_rememberedRows[--m_remembered];
        return true;
    }

    bool setRule(std::uint64_t dwarfRegister, const RegisterRule& rule)
    {
        if (dwarfRegister == m_entry.common.returnRegister)
            m_row.returnAddress = rule;
        if (const auto index = registerFromDwarf(m_family, dwarfRegister))
            m_row.registers[*index] = rule;
        return true;
    }

    bool restore(std::uint64_t dwarfRegister)
    {
        if (dwarfRegister == m_entry.common.returnRegister)
            m_row.returnAddress = m_initial.returnAddress;
        if (const auto index = registerFromDwarf(m_family, dwarfRegister))
            m_row.registers[*index] = m_initial.registers[*index];
        return true;
    }

    RegisterRule registerRule(std::uint64_t dwarfRegister) const
    {
        const auto index = registerFromDwarf(m_family, dwarfRegister);
        // The value is lost if it is kept in a register that RegisterSet lacks (a vector register).
        return index ? RegisterRule{.kind = Kind::Register, .fromRegister = *index}
                     : RegisterRule{.kind = Kind::Undefined};
    }

    static RegisterRule offsetRule(Kind kind, std::int64_t offset)
    {
        return {.kind = kind, .offset = offset};
    }

    std::int64_t factored(std::uint64_t value) const
    {
        return asSigned(value * asUnsigned(m_entry.common.dataAlignment));
    }

    static std::int64_t asSigned(std::uint64_t value) { return static_cast<std::int64_t>(value); }

    static std::uint64_t asUnsigned(std::int64_t value)
    {
        return static_cast<std::uint64_t>(value);
    }

    const CfiSection& m_section;
    const FrameEntry& m_entry;
    CpuFamily m_family;
    UnwindMeter& m_meter;
    std::uint64_t m_target = 0;
    std::uint64_t m_location;
    ByteReader m_reader{Bytes()};
    std::size_t m_instructionsOffset = 0;
    bool m_isBeyond = false;
    CfiRow m_row;
    CfiRow m_initial;
    std::array<std::optional<CfiRow>, kMaxRemembered>
        m_rememberedRows; // Allocated only when needed, because rows are large.
    std::size_t m_remembered = 0;
};

} // namespace

Result<CfiRow> rowAt(const CfiSection& section,
                     const FrameEntry& entry,
                     CpuFamily family,
                     std::uint64_t linkedAddress,
                     UnwindMeter& meter)
{
    Machine machine(section, entry, family, meter);
    FL_CHECK(machine.begin());
    FL_TRY(const auto* row, machine.next(linkedAddress));
    return *row;
}

Result<void> forEachRow(const CfiSection& section,
                        const FrameEntry& entry,
                        CpuFamily family,
                        UnwindMeter& meter,
                        const std::function<bool(std::uint64_t, const CfiRow&)>& visit)
{
    Machine machine(section, entry, family, meter);
    FL_CHECK(machine.begin());
    auto address = entry.begin;
    while (true) {
        FL_TRY(const auto* row, machine.next(address));
        if (!visit(address, *row) || !entry.contains(row->end) || row->end <= address)
            return {};
        address = row->end;
    }
}

} // namespace faultline::unwind
