// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/arm64_undo.h"

namespace faultline::unwind {

namespace {

using Op = Arm64UnwindCode::Op;

// Indexes in RegisterSet's order.
constexpr std::uint8_t kFp = 29;
constexpr std::uint8_t kLr = 30;
constexpr std::uint8_t kSp = 31;
constexpr std::uint8_t kPc = 32;

// ARM64_NT_CONTEXT, winnt.h: x0–x28, fp, lr, sp, pc follow each other.
constexpr std::uint64_t kContextRegisters = 8;

bool readsStack(Op op)
{
    switch (op) {
    case Op::SaveIntegers:
    case Op::SaveWithLink:
    case Op::SaveFrame:
    case Op::SaveFloats:
    case Op::MachineFrame:
    case Op::Context: return true;
    default: return false;
    }
}

} // namespace

std::uint64_t Arm64Undo::sp() const
{
    return m_registers.get(kSp);
}

void Arm64Undo::setSp(std::uint64_t value)
{
    m_registers.set(kSp, value);
}

std::uint64_t Arm64Undo::slotOf(const Arm64UnwindCode& code) const
{
    return sp() + (code.preIndexed ? 0 : code.bytes);
}

void Arm64Undo::endSave(const Arm64UnwindCode& code)
{
    if (code.preIndexed)
        setSp(sp() + code.bytes);
    m_nextPairs = 0;
}

Result<void> Arm64Undo::load(std::uint32_t index, std::uint64_t address)
{
    const auto value = m_memory.readUnsigned(address, 8);
    if (!value)
        return fail(ErrorKind::Malformed, "memory at ", Hex{address}, " is not known");
    m_registers.set(static_cast<std::uint8_t>(index), *value);
    return {};
}

Result<void> Arm64Undo::saveIntegers(const Arm64UnwindCode& code)
{
    const auto slot = slotOf(code);
    const std::uint32_t count = code.isPair ? 2 + 2 * m_nextPairs : 1;
    if (code.first + count - 1 > kLr)
        return fail(ErrorKind::Malformed, "save_next runs past x30");
    for (std::uint32_t i = 0; i < count; ++i)
        FL_CHECK(load(code.first + i, slot + 8 * std::uint64_t{i}));
    return {};
}

Result<void> Arm64Undo::apply(const Arm64UnwindCode& code)
{
    if (readsStack(code.op) && !m_registers.has(kSp))
        return fail(ErrorKind::Malformed, "the stack pointer is not known");
    switch (code.op) {
    case Op::Allocate:
        if (m_registers.has(kSp))
            setSp(sp() + code.bytes);
        return {};
    case Op::SaveIntegers: FL_CHECK(saveIntegers(code)); break;
    case Op::SaveWithLink:
        FL_CHECK(load(code.first, slotOf(code)));
        FL_CHECK(load(kLr, slotOf(code) + 8));
        break;
    case Op::SaveFrame:
        FL_CHECK(load(kFp, slotOf(code)));
        FL_CHECK(load(kLr, slotOf(code) + 8));
        break;
    case Op::SaveFloats: break;
    case Op::SetFrame:
        if (!m_registers.has(kFp))
            return fail(ErrorKind::Malformed, "the frame pointer is not known");
        setSp(m_registers.get(kFp) - code.bytes);
        return {};
    case Op::SaveNext: ++m_nextPairs; return {};
    case Op::MachineFrame: return readMachineFrame();
    case Op::Context: return readContext();
    case Op::NotEvaluated: return fail(ErrorKind::Unsupported, "unwind code ", Hex{code.bytes});
    case Op::Nop:
    case Op::SignLink:
    case Op::End:
    case Op::EndOfFragment: return {};
    }
    endSave(code);
    return {};
}

/// {sp, pc}, as the kernel pushes them.
Result<void> Arm64Undo::readMachineFrame()
{
    const auto frame = sp();
    FL_CHECK(load(kSp, frame));
    FL_CHECK(load(kPc, frame + 8));
    m_hasKernelFrame = true;
    return {};
}

Result<void> Arm64Undo::readContext()
{
    const auto context = sp();
    for (std::uint32_t i = 0; i <= kPc; ++i)
        FL_CHECK(load(i, context + kContextRegisters + 8 * std::uint64_t{i}));
    m_hasKernelFrame = true;
    return {};
}

Result<RegisterSet> Arm64Undo::finish()
{
    if (m_hasKernelFrame)
        return m_registers;
    if (!m_registers.has(kLr))
        return fail(ErrorKind::Malformed, "the link register is not known");
    m_registers.set(kPc, m_registers.get(kLr));
    return m_registers;
}

} // namespace faultline::unwind
