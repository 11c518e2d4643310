// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/pe_arm64_table.h"

#include "core/base/byte_reader.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/arm64_undo.h"
#include "core/unwind/tables/pe_directory.h"

#include <algorithm>
#include <ranges>

namespace faultline::unwind {

namespace {

using Form = PeArm64Function::Form;

constexpr std::uint64_t kInstructionBytes = 4;

Result<void> applyRecord(const PeArm64Record& record, Arm64Sequence sequence, Arm64Undo& undo)
{
    const auto codes = record.codes();
    for (auto at = sequence.offset; at < codes.size();) {
        const auto code = readArm64UnwindCode(codes, at);
        if (!code)
            return fail(ErrorKind::Malformed, "unwind code at byte ", at, " cannot be read");
        if (code->op == Arm64UnwindCode::Op::End || undo.hasKernelFrame())
            return {};
        at += code->length;
        if (code->isInstruction() && sequence.skipped > 0)
            --sequence.skipped;
        else
            FL_CHECK(undo.apply(*code));
    }
    return fail(ErrorKind::Malformed, "unwind codes end without an end code");
}

} // namespace

PeArm64Table::PeArm64Table(object::ObjectPtr object, ByteView functions)
    : m_object(std::move(object)), m_functions(std::move(functions)),
      m_count(m_functions.size() / kPeArm64FunctionBytes), m_loadAddress(m_object->loadAddress()),
      m_ranges(m_object->ranges())
{
}

PeArm64Function PeArm64Table::functionAt(std::size_t index) const
{
    return readPeArm64Function(
        m_functions.span().subspan(index * kPeArm64FunctionBytes, kPeArm64FunctionBytes));
}

Result<PeArm64Record> PeArm64Table::readRecord(std::uint32_t rva) const
{
    const auto bytes = m_object->readImage(m_loadAddress + rva, kMaxPeArm64RecordBytes);
    if (!bytes)
        return fail(ErrorKind::Malformed, "unwind record at ", Hex{rva}, " is not in the image");
    return PeArm64Record::read(*bytes);
}

/// Returns 0 when the size cannot be read.
std::uint32_t PeArm64Table::functionBytes(const PeArm64Function& function) const
{
    switch (function.form()) {
    case Form::Packed:
    case Form::PackedFragment: return (function.data >> 2 & 0x7ff) * 4;
    case Form::Xdata: {
        const auto bytes = m_object->readImage(m_loadAddress + function.data, 4);
        if (!bytes || bytes->size() < 4)
            return 0;
        ByteReader reader(bytes->span());
        return (reader.u32() & 0x3ffff) * 4;
    }
    case Form::Reserved: break;
    }
    return 0;
}

std::optional<PeArm64Function> PeArm64Table::find(std::uint64_t rva) const
{
    const auto all = std::views::iota(std::size_t{0}, m_count);
    const auto after = std::ranges::partition_point(
        all, [&](std::size_t index) { return functionAt(index).begin <= rva; });
    if (after == all.begin())
        return std::nullopt;
    const auto function = functionAt(*(after - 1));
    return rva - function.begin < functionBytes(function) ? std::optional(function) : std::nullopt;
}

Result<UnwindStep> PeArm64Table::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    const auto family = query.callee.family();
    const auto special = specialRegisters(family);
    if (family != CpuFamily::Arm64 || !query.callee.has(special.sp))
        return fail(ErrorKind::Unsupported, "unwind data is for arm64, and needs sp");
    UnwindStep step;
    step.method = UnwindMethod::PeUnwind;
    const auto function = find(query.lookupAddress - query.moduleAddress);
    if (!function) {
        FL_TRY(step.caller, unwindLeaf(query));
        step.method = UnwindMethod::PeLeaf;
        return step;
    }
    Arm64Undo undone(query.callee, memory);
    FL_CHECK(undo(query, *function, undone));
    FL_TRY(const auto registers, undone.finish());
    step.isSignalFrame = undone.hasKernelFrame();
    if (step.isSignalFrame) {
        step.caller = registers;
        return step;
    }
    step.caller = forwardedRegisters(registers, CallingConvention::Windows);
    step.caller.set(special.sp, registers.sp());
    step.caller.set(special.pc, registers.pc());
    return step;
}

Result<void>
PeArm64Table::undo(const UnwindQuery& query, const PeArm64Function& function, Arm64Undo& undo) const
{
    const auto offset = query.callee.pc() - query.moduleAddress - function.begin;
    const auto instruction = static_cast<std::uint32_t>(offset / kInstructionBytes);
    if (function.form() == Form::Xdata) {
        FL_TRY(const auto record, readRecord(function.data));
        FL_TRY(const auto sequence, record.sequenceAt(instruction, query.isExact));
        return applyRecord(record, sequence, undo);
    }
    FL_TRY(auto packed, PackedArm64Codes::make(function));
    for (const auto& code : packed.codesAt(instruction, query.isExact))
        FL_CHECK(undo.apply(code));
    return {};
}

Result<RegisterSet> PeArm64Table::unwindLeaf(const UnwindQuery& query) const
{
    const auto rva = query.lookupAddress - query.moduleAddress;
    const auto special = specialRegisters(query.callee.family());
    // A function that made a call is not a leaf, so its missing entry does not follow the ABI.
    if (!query.isExact || !isExecutableRva(m_ranges, m_loadAddress, rva))
        return fail(ErrorKind::NotFound, "no function entry covers ", Hex{rva});
    if (!query.callee.has(*special.lr))
        return fail(ErrorKind::Malformed, "the link register is not known");
    auto caller = forwardedRegisters(query.callee, CallingConvention::Windows);
    caller.set(special.sp, query.callee.sp());
    caller.set(special.pc, query.callee.get(*special.lr));
    return caller;
}

bool PeArm64Table::covers(std::uint64_t relativeAddress) const
{
    return find(relativeAddress).has_value();
}

Result<UnwindTablePtr> makePeArm64Table(const object::ObjectPtr& object)
{
    auto functions = exceptionDirectory(*object, kPeArm64FunctionBytes);
    if (!functions)
        return fail(ErrorKind::NotFound, "no exception directory");
    return std::make_shared<const PeArm64Table>(object, *std::move(functions));
}

} // namespace faultline::unwind
