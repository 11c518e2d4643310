// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/value_frame.h"

#include "core/base/nesting.h"
#include "core/unwind/rules/register_rules.h"
#include "core/variables/constant_bytes.h"
#include "core/variables/entry_jumps.h"
#include "core/variables/operations.h"

#include <algorithm>

namespace faultline::variables {

namespace {

constexpr std::uint32_t kMaxNested = 16;
constexpr std::uint64_t kArgumentRegistersBytes = 64;
constexpr std::uint64_t kHomesBytes = 32;

/// Is a frame base the frame pointer itself?
bool isFramePointer(Bytes expression, CpuFamily family)
{
    if (expression.size() != 1)
        return false;
    const auto operation = std::to_integer<std::uint8_t>(expression.front());
    return operation >= DW_OP_reg0 && operation <= DW_OP_reg31 &&
           unwind::registerFromDwarf(family, std::uint64_t{operation} - DW_OP_reg0) ==
               specialRegisters(family).fp;
}

/// Does a place begin with the frame pointer and a distance from it?
bool countsFromFramePointer(Bytes expression, CpuFamily family)
{
    ByteReader reader(expression);
    const bool isRelative = reader.u8() == DW_OP_bregx;
    const auto number = reader.uleb128();
    return isRelative && reader.ok() &&
           unwind::registerFromDwarf(family, number) == specialRegisters(family).fp;
}

} // namespace

ValueFrame::ValueFrame(FrameFacts facts,
                       CallerProvider caller,
                       const MemoryReader& memory,
                       ExpressionBudget& budget)
    : m_facts(std::move(facts)), m_caller(std::move(caller)), m_memory(memory), m_budget(budget)
{
    if (m_facts.module)
        m_functions = info().functionsAt(codeAddress());
}

/// A call is made from the last byte before its return address: a variable may end with it.
std::uint64_t ValueFrame::codeAddress() const
{
    const auto linked = m_facts.module ? m_facts.module->linked(m_facts.pc) : m_facts.pc;
    return m_facts.isExact ? linked : linked - 1;
}

Storage ValueFrame::place(const object::VariableInfo& variable) const
{
    if (variable.isDamaged)
        return Storage::missing(Absence::Damaged);
    if (variable.isInOtherOrder)
        return Storage::missing(Absence::Unsupported);
    if (variable.isInFrame && m_facts.isExact && !holdsItsFrame(variable))
        return Storage::missing(Absence::FrameNotKnown);
    if (variable.location && !variable.location->bytes.empty()) {
        if (isInPlaceOfArgument(variable))
            return Storage::missing(Absence::Unsupported);
        auto storage = evaluateLocation(*variable.location, *this, m_budget);
        return isSetUp(variable) || isOfCaller(variable, storage)
                   ? std::move(storage)
                   : Storage::missing(Absence::NotSetUp);
    }
    if (variable.constant)
        return Storage::ofBytes(bytesOfConstant(*variable.constant, m_memory.byteOrder()));
    return Storage::missing(Absence::OptimizedOut);
}

/// Did execution stop where the function was still setting up its frame?
bool ValueFrame::isInPrologue() const
{
    if (!m_facts.isExact || m_functions.empty())
        return false;
    if (!m_isInPrologue) {
        const auto& function = m_functions.back();
        const auto address = codeAddress();
        m_isInPrologue =
            address >= function.entryAddress && address < info().prologueEnd(function.entry);
    }
    return *m_isInPrologue;
}

/// A location without a list of addresses does not count for the prologue, whose end debuggers
/// wait for (DWARF 5 §2.6: such a location is that of the variable's whole lifetime).
bool ValueFrame::isSetUp(const object::VariableInfo& variable) const
{
    return variable.isFromList || variable.isStatic || !isInPrologue();
}

/// Is a variable said to be where an argument of the same function is all the time? GCC describes
/// so what it has kept in a register of x87 (GCC 12, -m32 -O1); the argument is there.
bool ValueFrame::isInPlaceOfArgument(const object::VariableInfo& variable) const
{
    const auto isPlaceOf = [&](const object::VariableInfo& other) {
        return other.isParameter && !other.isFromList && other.location &&
               std::ranges::equal(other.location->bytes, variable.location->bytes);
    };
    const auto isOwn = [&](const object::VariableInfo& other) {
        return other.entry == variable.entry;
    };
    const bool isDoubtful = variable.isFromList && !variable.isParameter &&
                            m_facts.registers.family() == CpuFamily::Intel32;
    return isDoubtful && std::ranges::any_of(m_functions, [&](const auto& function) {
               return std::ranges::any_of(function.variables, isOwn) &&
                      std::ranges::any_of(function.variables, isPlaceOf);
           });
}

/// Has the caller put an argument on the stack? On Windows for x86-64, the lowest 32 bytes of its
/// frame are for the function's own copies of the arguments in registers ("x64 calling convention",
/// learn.microsoft.com).
bool ValueFrame::isOfCaller(const object::VariableInfo& variable, const Storage& storage) const
{
    const auto address = storage.address();
    const bool hasHomes =
        m_facts.module->isOfWindows() && m_facts.registers.family() == CpuFamily::Intel64;
    return variable.isParameter && address && m_facts.canonicalFrameAddress &&
           *address >= *m_facts.canonicalFrameAddress &&
           *address - *m_facts.canonicalFrameAddress >= (hasHomes ? kHomesBytes : 0);
}

ValueFrame::Answer<std::uint64_t> ValueFrame::registerValue(std::uint64_t dwarfNumber) const
{
    const auto index = unwind::registerFromDwarf(m_facts.registers.family(), dwarfNumber);
    if (!index || !m_facts.registers.has(*index))
        return std::unexpected(Absence::RegisterNotRecovered);
    const auto family = m_facts.registers.family();
    if (family == CpuFamily::Intel32 && *index == specialRegisters(family).sp &&
        !holdsItsStackPointer())
        return std::unexpected(Absence::RegisterNotRecovered);
    return m_facts.registers.get(*index);
}

ValueFrame::Answer<std::vector<std::byte>>
ValueFrame::registerContent(std::uint64_t dwarfNumber) const
{
    const auto wide =
        std::ranges::lower_bound(m_facts.wideRegisters, dwarfNumber, {}, &WideRegister::dwarf);
    if (wide != m_facts.wideRegisters.end() && wide->dwarf == dwarfNumber)
        return wide->bytes;
    const auto value = registerValue(dwarfNumber);
    if (!value)
        return std::unexpected(value.error());
    std::vector<std::byte> content;
    for (unsigned i = 0; i < pointerSize(m_facts.registers.family()); ++i)
        content.push_back(static_cast<std::byte>(*value >> (8 * i)));
    return content;
}

/// The frame pointer is another register where the function has no use for it.
bool ValueFrame::isStackPointer(std::uint64_t dwarfNumber) const
{
    const auto family = m_facts.registers.family();
    const auto index = unwind::registerFromDwarf(family, dwarfNumber);
    const auto special = specialRegisters(family);
    const bool hasFramePointer = !m_functions.empty() && m_functions.back().frameBase &&
                                 isFramePointer(m_functions.back().frameBase->bytes, family);
    return index && (*index == special.sp || (hasFramePointer && *index == special.fp));
}

ValueFrame::Answer<std::uint64_t> ValueFrame::frameBase() const
{
    const Nesting nesting(m_depth);
    if (m_depth > kMaxNested)
        return std::unexpected(Absence::Damaged);
    if (m_functions.empty() || !m_functions.back().frameBase)
        return std::unexpected(Absence::FrameNotKnown);
    const auto& base = *m_functions.back().frameBase;
    if (m_facts.isExact && isFramePointer(base.bytes, m_facts.registers.family()) &&
        !holdsItsFramePointer())
        return std::unexpected(Absence::FrameNotKnown);
    return evaluateNumber(base, *this, m_budget);
}

/// The frame pointer is still the caller's in the prologue, and again at the end. Where it points
/// when it is the frame's own: at the caller's frame pointer, which lies below the return address
/// (x86); at the frame address, or below the registers of unnamed arguments (RISC-V, LoongArch); at
/// the caller's frame pointer (arm64).
/// True where that cannot be checked. Sources: the ABI supplements, "The Stack Frame"; "Procedure
/// Call Standard for the Arm 64-bit Architecture", "The Frame Pointer".
bool ValueFrame::holdsItsFramePointer() const
{
    const auto family = m_facts.registers.family();
    const auto pointer = m_facts.registers.find(specialRegisters(family).fp);
    const auto cfa = m_facts.canonicalFrameAddress;
    const auto word = pointerSize(family);
    switch (family) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64: return !pointer || !cfa || *pointer + 2 * std::uint64_t{word} == *cfa;
    case CpuFamily::RiscV64:
    case CpuFamily::LoongArch64:
        return !pointer || !cfa || (*pointer <= *cfa && *cfa - *pointer <= kArgumentRegistersBytes);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: break;
    default: return true;
    }
    const auto* caller = m_caller ? m_caller() : nullptr;
    const auto before = caller == nullptr
                            ? std::nullopt
                            : caller->facts().registers.find(specialRegisters(family).fp);
    return !pointer || !before || m_memory.readUnsigned(*pointer, 8) == before;
}

/// Does the stack pointer of x86 have the value that it has in the function's body? LLVM counts
/// places from that one, also where the function has made room for the arguments of a call (seen
/// with Clang 19, -m32 -O2). Its frame base is this value then, by its distance from the frame
/// address. GCC's is the frame address, and its places follow the stack pointer.
bool ValueFrame::holdsItsStackPointer() const
{
    if (m_functions.empty() || !m_functions.back().frameBase ||
        m_functions.back().frameBase->bytes.empty())
        return false;
    const auto bytes = m_functions.back().frameBase->bytes;
    const auto operation = std::to_integer<std::uint8_t>(bytes.front());
    constexpr std::uint8_t kStackPointer = 4; // In DWARF.
    if (operation == DW_OP_reg0 + kStackPointer || operation == DW_OP_breg0 + kStackPointer ||
        (operation == DW_OP_call_frame_cfa && bytes.size() == 1))
        return true;
    if (operation != DW_OP_call_frame_cfa)
        return false;
    const auto sp = m_facts.registers.find(specialRegisters(CpuFamily::Intel32).sp);
    const auto base = frameBase();
    return base && sp == *base;
}

/// Has a frame that was stopped its whole extent, so that the registers that its variables count
/// from are those of its body? On x86, where functions push arguments, the frame pointer is the
/// frame's own until it is popped, and what follows then leaves the function. On arm64, the frame
/// pointer is the caller's again before the stack pointer is.
bool ValueFrame::holdsItsFrame(const object::VariableInfo& variable) const
{
    const auto family = m_facts.registers.family();
    if (family == CpuFamily::Intel32)
        return !isLeaving();
    if (variable.location && countsFromFramePointer(variable.location->bytes, family) &&
        family == CpuFamily::Arm64 && !holdsItsFramePointer())
        return false;
    const auto sp = m_facts.registers.find(specialRegisters(family).sp);
    const auto cfa = m_facts.canonicalFrameAddress;
    if (m_functions.empty() || !m_functions.back().frameExtent || !sp || !cfa || *sp > *cfa)
        return false;
    const auto& extent = *m_functions.back().frameExtent;
    const std::uint64_t returnAddressBytes = family == CpuFamily::Intel64 ? pointerSize(family) : 0;
    if (*cfa - *sp < returnAddressBytes)
        return false;
    const auto bytes = *cfa - *sp - returnAddressBytes;
    return bytes == extent.bytes || bytes == extent.otherBytes ||
           (extent.growsFurther && bytes > extent.bytes);
}

/// Is the instruction of x86 at pc a return or a jump? True when it is not in the crash file.
bool ValueFrame::isLeaving() const
{
    const auto code = m_memory.readUnsigned(m_facts.pc, 2);
    if (!code)
        return true;
    const auto first = *code & 0xff;
    const auto second = *code >> 8;
    const bool isReturn = first == 0xc2 || first == 0xc3;
    const bool isPrefixedReturn = (first == 0xf2 || first == 0xf3) && second == 0xc3;
    const bool isJump =
        first == 0xe9 || first == 0xeb || (first == 0xff && (second & 0x38) == 0x20);
    return isReturn || isPrefixedReturn || isJump;
}

ValueFrame::Answer<std::uint64_t> ValueFrame::canonicalFrameAddress() const
{
    if (!m_facts.canonicalFrameAddress)
        return std::unexpected(Absence::FrameNotKnown);
    return *m_facts.canonicalFrameAddress;
}

/// Each variable with a value of the function's entry asks, so the answer is kept.
bool ValueFrame::isReachedByJump(const ValueFrame& caller) const
{
    if (!m_isReachedByJump)
        m_isReachedByJump = mayBeReachedByJump(*this, caller);
    return *m_isReachedByJump;
}

/// Did this call lead to this frame's function? A function that was reached by a jump from the one
/// that was called has other values in its registers.
bool ValueFrame::calledHere(const ValueFrame& caller, const object::CallSite& call) const
{
    const auto& function = m_functions.back();
    if (call.isTailCall || info().hasOtherInstance(function.entry) || isReachedByJump(caller))
        return false;
    if (call.target) {
        auto& callerInfo = caller.info();
        if (&callerInfo == &info())
            return info().isSameFunction(call.target, function.entry);
        const auto name = info().externalName(function.entry);
        return !name.empty() && name == callerInfo.externalName(call.target);
    }
    if (call.targetAddress.bytes.empty())
        return false;
    const auto target = evaluateNumber(call.targetAddress, caller, m_budget);
    return target && *target == function.entryAddress + imageBias();
}

ValueFrame::Answer<std::uint64_t> ValueFrame::entryValue(Bytes expression) const
{
    const Nesting nesting(m_depth);
    const auto unknown = std::unexpected(Absence::EntryValueNotKnown);
    const auto* caller = m_depth > kMaxNested || !m_caller ? nullptr : m_caller();
    if (caller == nullptr || !caller->hasValues() || caller->facts().isExact || m_functions.empty())
        return unknown;
    const auto returnAddress = caller->facts().module->linked(caller->facts().pc);
    const auto call = caller->info().callReturningTo(returnAddress);
    if (!call || !calledHere(*caller, *call))
        return unknown;
    const auto parameter =
        std::ranges::find_if(call->parameters, [&](const object::CallParameter& candidate) {
            return std::ranges::equal(candidate.place.bytes, expression);
        });
    if (parameter == call->parameters.end())
        return unknown;
    const auto value = evaluateNumber(parameter->value, *caller, m_budget);
    return value ? value : Answer<std::uint64_t>(unknown);
}

ValueFrame::Answer<std::uint64_t> ValueFrame::threadAddress(std::uint64_t offset) const
{
    if (!m_facts.threadBlock)
        return std::unexpected(Absence::ThreadBaseNotKnown);
    return *m_facts.threadBlock + offset;
}

ValueFrame::Answer<object::LocationExpression> ValueFrame::locationOf(object::EntryRef entry) const
{
    const auto variable = info().variable(entry, codeAddress());
    if (!variable || variable->isDamaged)
        return std::unexpected(Absence::Damaged);
    if (!isSetUp(*variable))
        return std::unexpected(Absence::NotSetUp);
    if (!variable->location)
        return object::LocationExpression();
    return *variable->location;
}

} // namespace faultline::variables
