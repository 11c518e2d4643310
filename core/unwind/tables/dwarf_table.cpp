// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/dwarf_table.h"

#include "core/unwind/tables/cfi_program.h"
#include "core/unwind/tables/dwarf_expression.h"

#include <array>

namespace faultline::unwind {

namespace {

using Kind = RegisterRule::Kind;

constexpr std::string_view kEhFrame = ".eh_frame";
constexpr std::string_view kMachEhFrame = "__eh_frame";

/// Applies the rules of one row to the callee's registers.
class RowEvaluator
{
public:
    RowEvaluator(const RegisterSet& callee,
                 const MemoryReader& memory,
                 const ExpressionContext& context)
        : m_callee(callee), m_memory(memory), m_context(context),
          m_mask(addressBits(callee.family()))
    {
    }

    Result<void> computeCfa(const CfiRow& row)
    {
        const auto& rule = row.cfa;
        if (const auto cfa = cfaByFrameRecord(row)) {
            m_cfa = *cfa;
            return {};
        }
        if (rule.kind == CfaRule::Kind::Expression) {
            FL_TRY(m_cfa, evaluateExpression(rule.expression, m_context, std::nullopt));
            return {};
        }
        if (rule.kind == CfaRule::Kind::None)
            return fail(ErrorKind::Malformed, "the row has no rule for the CFA");
        const auto index = registerFromDwarf(m_callee.family(), rule.dwarfRegister);
        if (!index || !m_callee.has(*index))
            return fail(ErrorKind::Malformed, "the CFA needs register ", rule.dwarfRegister,
                        ", which is not known");
        m_cfa = (m_callee.get(*index) + static_cast<std::uint64_t>(rule.offset)) & m_mask;
        return {};
    }

    std::uint64_t cfa() const { return m_cfa; }

    /// The register's value in the caller. `own` is the register itself, if it has an index.
    Result<std::uint64_t> value(const RegisterRule& rule, std::optional<std::uint8_t> own) const
    {
        switch (rule.kind) {
        case Kind::Unspecified:
        case Kind::SameValue: return fromRegister(own);
        case Kind::Register: return fromRegister(rule.fromRegister);
        case Kind::Offset: return load(m_cfa + static_cast<std::uint64_t>(rule.offset));
        case Kind::ValOffset: return (m_cfa + static_cast<std::uint64_t>(rule.offset)) & m_mask;
        case Kind::Expression: {
            FL_TRY(const auto address, evaluateExpression(rule.expression, m_context, m_cfa));
            return load(address);
        }
        case Kind::ValExpression: return evaluateExpression(rule.expression, m_context, m_cfa);
        case Kind::Undefined: break;
        }
        return fail(ErrorKind::NotFound, "the register is not recoverable");
    }

    /// Has the register been restored already? In an epilogue the rule still names the place below
    /// sp from which it was popped, which a dump may lack.
    bool isRestored(const RegisterRule& rule) const
    {
        const auto family = m_callee.family();
        const auto sp = m_callee.find(specialRegisters(family).sp);
        const auto slot = (m_cfa + static_cast<std::uint64_t>(rule.offset)) & m_mask;
        return rule.kind == Kind::Offset && sp && slot < *sp &&
               *sp - slot >= pointerSize(family) + redZoneBytes(family);
    }

private:
    /// After a frame record sp is unknown. The frame pointer still leads to the place where, by the
    /// row, it was saved next to the return address.
    std::optional<std::uint64_t> cfaByFrameRecord(const CfiRow& row) const
    {
        const auto special = specialRegisters(m_callee.family());
        const auto& saved = row.registers[special.fp];
        const auto recordOffset = saved.offset + std::int64_t{pointerSize(m_callee.family())};
        const bool hasRecord = saved.kind == Kind::Offset &&
                               row.returnAddress.kind == Kind::Offset &&
                               row.returnAddress.offset == recordOffset;
        const bool needsSp =
            row.cfa.kind == CfaRule::Kind::RegisterOffset &&
            registerFromDwarf(m_callee.family(), row.cfa.dwarfRegister) == special.sp &&
            !m_callee.has(special.sp);
        if (!needsSp || !hasRecord || !m_callee.has(special.fp))
            return std::nullopt;
        return (m_callee.get(special.fp) - static_cast<std::uint64_t>(saved.offset)) & m_mask;
    }

    Result<std::uint64_t> fromRegister(std::optional<std::uint8_t> index) const
    {
        if (!index || !m_callee.has(*index))
            return fail(ErrorKind::Malformed, "the register's value in the callee is not known");
        return m_callee.get(*index);
    }

    Result<std::uint64_t> load(std::uint64_t address) const
    {
        const auto value = m_memory.readUnsigned(address & m_mask, pointerSize(m_callee.family()));
        if (!value)
            return fail(ErrorKind::Malformed, "memory at ", Hex{address & m_mask}, " is not known");
        return *value;
    }

    const RegisterSet& m_callee;
    const MemoryReader& m_memory;
    const ExpressionContext& m_context;
    std::uint64_t m_mask;
    std::uint64_t m_cfa = 0;
};

/// Restores every register that the row names. A register that cannot be read is forgotten, because
/// the callee's value would be wrong, unless it has been restored already.
void restoreRegisters(const CfiRow& row, const RowEvaluator& evaluator, RegisterSet& caller)
{
    for (const auto& reg : registersOf(caller.family())) {
        const auto& rule = row.registers[reg.index];
        if (rule.kind == Kind::Unspecified)
            continue;
        if (const auto value = evaluator.value(rule, reg.index))
            caller.set(reg.index, *value);
        else if (reg.index != specialRegisters(caller.family()).sp && !evaluator.isRestored(rule))
            caller.forget(reg.index); // The CFA gives sp where its own rule cannot be followed.
    }
}

std::uint64_t addressOf(const object::Object& object, std::string_view sectionName)
{
    for (const auto& range : object.ranges()) {
        if (range.name == sectionName)
            return range.address;
    }
    return 0;
}

std::optional<EhFrameHeader> readHeader(const object::Object& object, const CfiSection& section)
{
    constexpr std::string_view kName = ".eh_frame_hdr";
    const auto bytes = object.section(kName);
    return bytes ? EhFrameHeader::read(*bytes, addressOf(object, kName), section) : std::nullopt;
}

CallingConvention conventionOf(const object::Object& object)
{
    const bool isWindows =
        object.format() == object::FileFormat::Pe || object.format() == object::FileFormat::Pdb;
    return isWindows ? CallingConvention::Windows : CallingConvention::SystemV;
}

} // namespace

DwarfTable::DwarfTable(object::ObjectPtr object,
                       CfiSection section,
                       std::optional<EhFrameHeader> header)
    : m_object(std::move(object)), m_index(std::move(section), std::move(header)),
      m_family(cpuFamily(m_object->arch())), m_convention(conventionOf(*m_object)),
      m_loadAddress(m_object->loadAddress())
{
}

Result<UnwindStep> DwarfTable::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (query.callee.family() != m_family)
        return fail(ErrorKind::Unsupported, "unwind data is for ", archName(m_object->arch()),
                    ", not for the thread's CPU");
    const auto linkedAddress =
        (query.lookupAddress - query.moduleAddress + m_loadAddress) & addressBits(m_family);
    FL_TRY(const auto entry, m_index.find(linkedAddress));
    UnwindMeter meter(query.budget);
    FL_TRY(const auto row, rowAt(m_index.section(), entry, m_family, linkedAddress, meter));
    return applyRow(query, memory, entry, row, meter);
}

Result<UnwindStep> DwarfTable::applyRow(const UnwindQuery& query,
                                        const MemoryReader& memory,
                                        const FrameEntry& entry,
                                        const CfiRow& row,
                                        UnwindMeter& meter) const
{
    const ExpressionContext context{
        query.callee,          memory, query.moduleAddress - m_loadAddress, m_index.section().order,
        pointerSize(m_family), &meter};
    UnwindStep step;
    step.method = UnwindMethod::DwarfCfi;
    step.isSignalFrame = entry.common.isSignalFrame;
    // The return address is undefined, so this is the outermost frame. _start and thread entries
    // are marked this way.
    if (row.returnAddress.kind == Kind::Undefined) {
        step.endOfStack = true;
        return step;
    }
    RowEvaluator evaluator(query.callee, memory, context);
    FL_CHECK(evaluator.computeCfa(row));
    const auto returnRegister = registerFromDwarf(m_family, entry.common.returnRegister);
    const auto returnAddress = evaluator.value(row.returnAddress, returnRegister);
    if (!returnAddress)
        return fail(returnAddress.error().kind, "return address: ", returnAddress.error().detail);

    step.caller = forwardedRegisters(query.callee, m_convention);
    const auto special = specialRegisters(m_family);
    step.caller.set(special.sp, evaluator.cfa() - cfaAboveStackPointer(m_family));
    restoreRegisters(row, evaluator, step.caller);
    // lr differs from pc only where a signal interrupted the code.
    if (special.lr && !step.isSignalFrame)
        step.caller.forget(*special.lr);
    step.caller.set(special.pc, *returnAddress);
    return step;
}

bool DwarfTable::covers(std::uint64_t relativeAddress) const
{
    return m_index.find((relativeAddress + m_loadAddress) & addressBits(m_family)).has_value();
}

std::string_view DwarfTable::description() const
{
    return m_index.section().kind == CfiSection::Kind::EhFrame ? ".eh_frame" : ".debug_frame";
}

std::shared_ptr<const DwarfTable> makeDwarfTable(const object::ObjectPtr& object,
                                                 std::string_view sectionName)
{
    const auto bytes = object->section(sectionName);
    const auto addressSize = pointerSize(cpuFamily(object->arch()));
    if (!bytes || bytes->empty() || addressSize == 0)
        return nullptr;
    CfiSection section;
    const bool isEh = sectionName == kEhFrame || sectionName == kMachEhFrame;
    section.kind = isEh ? CfiSection::Kind::EhFrame : CfiSection::Kind::DebugFrame;
    section.bytes = *bytes;
    section.address = addressOf(*object, sectionName);
    section.textAddress = addressOf(*object, ".text");
    section.dataAddress = addressOf(*object, ".got");
    section.order = object->byteOrder();
    section.addressSize = addressSize;
    auto header = sectionName == kEhFrame ? readHeader(*object, section) : std::nullopt;
    auto table = std::make_shared<const DwarfTable>(object, std::move(section), std::move(header));
    return table->hasEntries() ? table : nullptr;
}

std::vector<UnwindTablePtr> makeDwarfTables(const object::ObjectPtr& object)
{
    // `.eh_frame` comes first: the process itself unwinds with it, and it is usually indexed.
    constexpr std::array kNames{kEhFrame, kMachEhFrame, std::string_view(".debug_frame"),
                                std::string_view("__debug_frame")};
    std::vector<UnwindTablePtr> tables;
    for (const auto name : kNames) {
        if (auto table = makeDwarfTable(object, name))
            tables.push_back(std::move(table));
    }
    return tables;
}

} // namespace faultline::unwind
