// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/pe_table.h"

#include "core/unwind/code/intel_epilogue.h"
#include "core/unwind/code/intel_registers.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/pe_directory.h"

#include <algorithm>
#include <ranges>

namespace faultline::unwind {

namespace {

using Op = PeUnwindCode::Op;

constexpr std::uint64_t kEpilogueBytes = 64;

/// Undoes unwind codes on a set of registers.
class Undo
{
public:
    Undo(const RegisterSet& registers, const MemoryReader& memory)
        : m_registers(registers), m_memory(memory)
    {
    }

    RegisterSet& registers() { return m_registers; }

    bool hasMachineFrame() const { return m_hasMachineFrame; }

    /// `executed` is the number of prolog bytes that have run. Codes of later instructions are
    /// skipped.
    Result<void> apply(const PeUnwindInfo& info, std::uint32_t executed)
    {
        FL_CHECK(chooseBase(info, executed));
        PeUnwindCodes codes(info);
        while (!codes.atEnd() && !m_hasMachineFrame) {
            FL_TRY(const auto code, codes.next());
            if (code.prologOffset <= executed || code.op == Op::Epilog)
                FL_CHECK(undo(info, code));
        }
        return {};
    }

    Result<void> pop(std::uint8_t index)
    {
        FL_TRY(const auto value, load(m_registers.get(kAmd64Rsp)));
        m_registers.set(kAmd64Rsp, m_registers.get(kAmd64Rsp) + 8);
        m_registers.set(index, value);
        return {};
    }

private:
    /// Chooses the base of the save codes: the frame register once the prolog has set it, otherwise
    /// the stack pointer.
    Result<void> chooseBase(const PeUnwindInfo& info, std::uint32_t executed)
    {
        m_base = m_registers.get(kAmd64Rsp);
        if (info.frameRegister == 0)
            return {};
        PeUnwindCodes codes(info);
        while (!codes.atEnd()) {
            FL_TRY(const auto code, codes.next());
            if (code.op == Op::SetFramePointer && code.prologOffset > executed)
                return {};
        }
        FL_TRY(m_base, frameBase(info));
        return {};
    }

    Result<std::uint64_t> frameBase(const PeUnwindInfo& info) const
    {
        const auto index = kAmd64ByEncoding[info.frameRegister];
        if (!m_registers.has(index))
            return fail(ErrorKind::Malformed, "the frame register ",
                        registersOf(CpuFamily::Intel64)[index].name, " is not known");
        return m_registers.get(index) - info.frameOffsetBytes;
    }

    Result<void> undo(const PeUnwindInfo& info, const PeUnwindCode& code)
    {
        switch (code.op) {
        case Op::PushNonvolatile: return pop(kAmd64ByEncoding[code.info]);
        case Op::AllocLarge:
        case Op::AllocSmall:
            m_registers.set(kAmd64Rsp, m_registers.get(kAmd64Rsp) + code.operand);
            return {};
        case Op::SetFramePointer: {
            FL_TRY(const auto base, frameBase(info));
            m_registers.set(kAmd64Rsp, base);
            return {};
        }
        case Op::SaveNonvolatile:
        case Op::SaveNonvolatileFar: {
            FL_TRY(const auto value, load(m_base + code.operand));
            m_registers.set(kAmd64ByEncoding[code.info], value);
            return {};
        }
        case Op::PushMachineFrame: return popMachineFrame(code.info == 1);
        case Op::Epilog:
        case Op::Spare:
        case Op::SaveXmm128:
        case Op::SaveXmm128Far: return {};
        }
        return {};
    }

    /// Pops what the processor pushes for an exception: [error code,] rip, cs, rflags, rsp, ss.
    Result<void> popMachineFrame(bool hasErrorCode)
    {
        const auto frame = m_registers.get(kAmd64Rsp) + (hasErrorCode ? 8 : 0);
        FL_TRY(const auto rip, load(frame));
        FL_TRY(const auto rsp, load(frame + 24));
        m_registers.set(kAmd64Rip, rip);
        m_registers.set(kAmd64Rsp, rsp);
        m_hasMachineFrame = true;
        return {};
    }

    Result<std::uint64_t> load(std::uint64_t address) const
    {
        const auto value = m_memory.readUnsigned(address, 8);
        if (!value)
            return fail(ErrorKind::Malformed, "memory at ", Hex{address}, " is not known");
        return *value;
    }

    RegisterSet m_registers;
    const MemoryReader& m_memory;
    std::uint64_t m_base = 0;
    bool m_hasMachineFrame = false;
};

/// Keeps only the registers that a call preserves, and the caller's own pc and sp.
RegisterSet callerOf(const RegisterSet& unwound)
{
    auto caller = forwardedRegisters(unwound, CallingConvention::Windows);
    caller.set(kAmd64Rsp, unwound.get(kAmd64Rsp));
    caller.set(kAmd64Rip, unwound.get(kAmd64Rip));
    return caller;
}

} // namespace

PeTable::PeTable(object::ObjectPtr object, ByteView functions, const ParseLimits& limits)
    : m_object(std::move(object)), m_functions(std::move(functions)),
      m_count(m_functions.size() / kRuntimeFunctionBytes), m_loadAddress(m_object->loadAddress()),
      m_ranges(m_object->ranges()), m_maxChain(limits.maxUnwindChain)
{
}

RuntimeFunction PeTable::functionAt(std::size_t index) const
{
    return readRuntimeFunction(
        m_functions.span().subspan(index * kRuntimeFunctionBytes, kRuntimeFunctionBytes));
}

std::optional<RuntimeFunction> PeTable::find(std::uint64_t rva) const
{
    const auto all = std::views::iota(std::size_t{0}, m_count);
    const auto after = std::ranges::partition_point(
        all, [&](std::size_t index) { return functionAt(index).begin <= rva; });
    if (after == all.begin())
        return std::nullopt;
    const auto function = functionAt(*(after - 1));
    return rva < function.end ? std::optional(function) : std::nullopt;
}

std::optional<ByteView> PeTable::image(std::uint64_t rva, std::uint64_t sizeBytes) const
{
    return m_object->readImage(m_loadAddress + rva, sizeBytes);
}

Result<PeUnwindInfo> PeTable::readInfo(std::uint32_t rva) const
{
    const auto bytes = image(rva, kMaxUnwindInfoBytes);
    if (!bytes)
        return fail(ErrorKind::Malformed, "unwind info at ", Hex{rva}, " is not in the image");
    return readPeUnwindInfo(*bytes);
}

Result<RuntimeFunction> PeTable::resolve(RuntimeFunction function) const
{
    for (std::uint32_t hops = 0; (function.unwindInfo & 1) != 0; ++hops) {
        const auto rva = function.unwindInfo - 1;
        const auto bytes = image(rva, kRuntimeFunctionBytes);
        if (hops == m_maxChain || !bytes || bytes->size() < kRuntimeFunctionBytes)
            return fail(ErrorKind::Malformed, "function entry at ", Hex{rva},
                        " cannot be followed");
        function = readRuntimeFunction(bytes->span());
    }
    return function;
}

Result<UnwindStep> PeTable::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (query.callee.family() != CpuFamily::Intel64 || !query.callee.has(kAmd64Rsp))
        return fail(ErrorKind::Unsupported, "unwind data is for x86_64, and needs rsp");
    const auto rva = query.lookupAddress - query.moduleAddress;
    const auto found = find(rva);
    if (!found)
        return unwindLeaf(query, memory);
    FL_TRY(const auto function, resolve(*found));
    FL_TRY(const auto info, readInfo(function.unwindInfo));
    if (auto step = unwindEpilogue(query, memory, *found, info))
        return *std::move(step);
    return unwindBody(query, memory, *found, info);
}

Result<UnwindStep> PeTable::unwindLeaf(const UnwindQuery& query, const MemoryReader& memory) const
{
    const auto rva = query.lookupAddress - query.moduleAddress;
    // A function that made a call is not a leaf, so its missing entry does not follow the ABI.
    if (!query.isExact || !isExecutableRva(m_ranges, m_loadAddress, rva))
        return fail(ErrorKind::NotFound, "no function entry covers ", Hex{rva});
    Undo undo(query.callee, memory);
    FL_CHECK(undo.pop(kAmd64Rip));
    UnwindStep step;
    step.method = UnwindMethod::PeLeaf;
    step.caller = callerOf(undo.registers());
    return step;
}

std::optional<UnwindStep> PeTable::unwindEpilogue(const UnwindQuery& query,
                                                  const MemoryReader& memory,
                                                  const RuntimeFunction& function,
                                                  const PeUnwindInfo& info) const
{
    const auto rva = query.callee.pc() - query.moduleAddress;
    // Only an interrupted function can be in its epilogue. It is never there while it is in the
    // prolog.
    if (!query.isExact || rva < std::uint64_t{function.begin} + info.prologBytes)
        return std::nullopt;
    const auto code = image(rva, kEpilogueBytes);
    if (!code)
        return std::nullopt;
    const FunctionBounds bounds{query.moduleAddress + function.begin,
                                query.moduleAddress + function.end};
    const auto registers = finishIntelEpilogue(code->span(), query.callee, bounds, memory);
    if (!registers)
        return std::nullopt;
    UnwindStep step;
    step.method = UnwindMethod::PeUnwind;
    step.caller = callerOf(*registers);
    return step;
}

Result<UnwindStep> PeTable::unwindBody(const UnwindQuery& query,
                                       const MemoryReader& memory,
                                       const RuntimeFunction& function,
                                       PeUnwindInfo info) const
{
    Undo undo(query.callee, memory);
    // A return address follows a call, so the prolog has run up to that call.
    const auto executed = query.callee.pc() - query.moduleAddress - function.begin;
    FL_CHECK(undo.apply(info, static_cast<std::uint32_t>(std::min<std::uint64_t>(executed, 0xff))));
    for (std::uint32_t hops = 0; info.chained && !undo.hasMachineFrame(); ++hops) {
        if (hops == m_maxChain)
            return fail(ErrorKind::Malformed, "chained unwind info: more than ", m_maxChain,
                        " links");
        FL_TRY(const auto parent, resolve(*info.chained));
        FL_TRY(info, readInfo(parent.unwindInfo));
        FL_CHECK(undo.apply(info, 0xff)); // The parent's prolog has run completely.
    }
    UnwindStep step;
    step.method = UnwindMethod::PeUnwind;
    step.isSignalFrame = undo.hasMachineFrame();
    if (!step.isSignalFrame)
        FL_CHECK(undo.pop(kAmd64Rip));
    step.caller = step.isSignalFrame ? undo.registers() : callerOf(undo.registers());
    return step;
}

bool PeTable::covers(std::uint64_t relativeAddress) const
{
    return find(relativeAddress).has_value();
}

Result<UnwindTablePtr> makePeTable(const object::ObjectPtr& object, const ParseLimits& limits)
{
    if (cpuFamily(object->arch()) != CpuFamily::Intel64)
        return fail(ErrorKind::Unsupported, "exception directory for ", archName(object->arch()));
    auto functions = exceptionDirectory(*object, kRuntimeFunctionBytes);
    if (!functions)
        return fail(ErrorKind::NotFound, "no exception directory");
    return std::make_shared<const PeTable>(object, *std::move(functions), limits);
}

} // namespace faultline::unwind
