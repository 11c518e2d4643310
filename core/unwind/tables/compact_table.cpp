// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/compact_table.h"

#include "core/base/byte_reader.h"
#include "core/unwind/code/code_steps.h"
#include "core/unwind/code/intel_epilogue.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/tables/compact_rules.h"

#include <algorithm>
#include <array>

namespace faultline::unwind {

namespace {

constexpr std::uint64_t kEdgeBytes = 128; // How many bytes of a prologue or epilogue are examined.

constexpr std::uint64_t kTeardownBytes = 7; // The longest instruction that removes a frame.

/// Do the bytes before pc end with the last instruction of an epilogue: `pop rbp` in a function
/// with a frame pointer, otherwise any pop or `add rsp`? Intel SDM volume 2.
bool endsInTeardown(Bytes before, bool hasFramePointer)
{
    const auto fromEnd = [&](std::size_t count) {
        return count <= before.size() ? std::to_integer<unsigned>(before[before.size() - count])
                                      : 0u;
    };
    if (hasFramePointer)
        return fromEnd(1) == 0x5d;
    const bool isPop = fromEnd(1) >= 0x58 && fromEnd(1) <= 0x5f;
    const bool addsByte = fromEnd(4) == 0x48 && fromEnd(3) == 0x83 && fromEnd(2) == 0xc4;
    const bool addsWord = fromEnd(7) == 0x48 && fromEnd(6) == 0x81 && fromEnd(5) == 0xc4;
    return isPop || addsByte || addsWord;
}

bool isIntel(CpuFamily family)
{
    return family == CpuFamily::Intel32 || family == CpuFamily::Intel64;
}

bool isDwarf(CpuFamily family, std::uint32_t encoding)
{
    return compactMode(encoding) ==
           (isIntel(family) ? CompactMode::IntelDwarf : CompactMode::Arm64Dwarf);
}

/// Unwinds a function without a frame: the return address is on top of the stack or in the link
/// register.
Result<RegisterSet> undoLeaf(const RegisterSet& callee, const MemoryReader& memory)
{
    if (isIntel(callee.family()))
        return undoIntelFrameless(0, pointerSize(callee.family()), callee, memory);
    return undoArm64Frameless(0, callee, memory);
}

} // namespace

CompactTable::CompactTable(object::ObjectPtr object,
                           CompactEntries entries,
                           FunctionStarts starts,
                           std::shared_ptr<const DwarfTable> dwarf)
    : m_object(std::move(object)), m_entries(std::move(entries)), m_starts(std::move(starts)),
      m_dwarf(std::move(dwarf)), m_family(cpuFamily(m_object->arch())),
      m_loadAddress(m_object->loadAddress())
{
}

Result<UnwindStep> CompactTable::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (query.callee.family() != m_family)
        return fail(ErrorKind::Unsupported, "unwind data is for ", archName(m_object->arch()),
                    ", not for the thread's CPU");
    const auto relative = query.lookupAddress - query.moduleAddress;
    const auto entry = m_entries.find(relative);
    if (!entry)
        return fail(ErrorKind::NotFound, "no compact entry covers ", Hex{relative});
    const auto function = functionIn(*entry, relative);
    if (isDwarf(m_family, entry->encoding)) {
        // LLVM writes no rows for arm64 prologues and for all epilogues on Apple's systems.
        if (const auto registers = unwindEdge(query, memory, function))
            return stepTo(*registers);
        if (!m_dwarf)
            return fail(ErrorKind::NotFound,
                        "the compact entry refers to __eh_frame, which is missing");
        return m_dwarf->unwind(query, memory);
    }
    auto registers = unwindEdge(query, memory, function);
    if (!registers && compactMode(entry->encoding) == CompactMode::None) {
        // Compilers can be told to write no unwind data (Rust with panic=abort).
        if (setsFramePointer(query, function))
            return fail(ErrorKind::NotFound, "the compact entry has no rule, but the function at ",
                        Hex{function.begin}, " has a frame pointer");
        // A function that made a call but has no unwind rule is the outermost one.
        if (!query.isExact) {
            UnwindStep end;
            end.method = UnwindMethod::CompactUnwind;
            end.endOfStack = true;
            return end;
        }
    }
    if (!registers) {
        FL_TRY(registers, unwindBody(query, memory, function));
    }
    return stepTo(*registers);
}

UnwindStep CompactTable::stepTo(const RegisterSet& registers) const
{
    const auto special = specialRegisters(m_family);
    UnwindStep step;
    step.method = UnwindMethod::CompactUnwind;
    step.caller = forwardedRegisters(registers, CallingConvention::SystemV);
    step.caller.set(special.pc, registers.pc());
    step.caller.set(special.sp, registers.sp());
    return step;
}

/// The linker merges entries of neighbouring functions that are equal, so an entry may begin before
/// the function and end after it.
CompactEntry CompactTable::functionIn(const CompactEntry& entry,
                                      std::uint64_t relativeAddress) const
{
    auto function = entry;
    if (const auto range = m_starts.find(relativeAddress)) {
        function.begin = std::max(entry.begin, range->begin);
        function.end = std::min(entry.end, range->end);
    }
    return function;
}

ByteView
CompactTable::image(const UnwindQuery& query, std::uint64_t address, std::uint64_t sizeBytes) const
{
    const auto bytes =
        m_object->readImage(address - query.moduleAddress + m_loadAddress, sizeBytes);
    return bytes.value_or(ByteView{});
}

bool CompactTable::setsFramePointer(const UnwindQuery& query, const CompactEntry& function) const
{
    const auto begin = query.moduleAddress + function.begin;
    if (query.lookupAddress < begin)
        return false;
    const auto sizeBytes = std::min<std::uint64_t>(query.lookupAddress - begin, kEdgeBytes);
    const auto code = image(query, begin, sizeBytes);
    if (isIntel(m_family)) { // push; mov to the frame pointer from the stack pointer
        constexpr std::array k64{std::byte{0x55}, std::byte{0x48}, std::byte{0x89},
                                 std::byte{0xe5}};
        constexpr std::array k32{std::byte{0x55}, std::byte{0x89}, std::byte{0xe5}};
        const auto prologue = m_family == CpuFamily::Intel64 ? Bytes(k64) : Bytes(k32);
        return code.size() >= prologue.size() &&
               std::ranges::equal(code.span().first(prologue.size()), prologue);
    }
    ByteReader reader(code.span());
    while (reader.remaining() >= 4) {
        if ((reader.u32() & 0xffc003ff) == 0x910003fd) // add fp, sp, #offset
            return true;
    }
    return false;
}

std::optional<RegisterSet> CompactTable::unwindEdge(const UnwindQuery& query,
                                                    const MemoryReader& memory,
                                                    const CompactEntry& entry) const
{
    const auto pc = query.callee.pc();
    const auto begin = query.moduleAddress + entry.begin;
    if (!query.isExact || m_family == CpuFamily::Intel32 || pc < begin)
        return std::nullopt;
    const auto executedBytes = pc - begin;
    const auto rest = image(query, pc, kEdgeBytes);
    const auto executed =
        executedBytes <= kEdgeBytes ? image(query, begin, executedBytes) : ByteView{};
    const bool seesPrologue = executed.size() == executedBytes;
    if (m_family == CpuFamily::Intel64) {
        if (auto caller = seesPrologue ? undoAmd64Prologue(executed.span(), query.callee, memory)
                                       : std::nullopt)
            return caller;
        // A bare jump may lead to the function's cold part while the frame still exists.
        auto caller = finishIntelEpilogue(rest.span(), query.callee, std::nullopt, memory);
        return caller ? caller : unwindTailCall(query, memory, entry);
    }
    if (auto caller =
            seesPrologue ? undoArm64Prologue(executed.span(), query.callee) : std::nullopt)
        return caller;
    return finishArm64Epilogue(rest.span(), query.callee, memory);
}

/// An epilogue that ends in a jump out of the function. It must have removed the frame before: from
/// pc on, or just before pc.
std::optional<RegisterSet> CompactTable::unwindTailCall(const UnwindQuery& query,
                                                        const MemoryReader& memory,
                                                        const CompactEntry& entry) const
{
    const auto pc = query.callee.pc();
    const FunctionBounds bounds{query.moduleAddress + entry.begin, query.moduleAddress + entry.end};
    auto caller =
        finishIntelEpilogue(image(query, pc, kEdgeBytes).span(), query.callee, bounds, memory);
    const auto word = pointerSize(m_family);
    const bool removesFrame = caller && caller->sp() - query.callee.sp() != word;
    if (!caller || removesFrame)
        return caller;
    const auto before = std::min<std::uint64_t>(pc - bounds.begin, kTeardownBytes);
    const bool hasFramePointer = compactMode(entry.encoding) == CompactMode::IntelFrame;
    return endsInTeardown(image(query, pc - before, before).span(), hasFramePointer) ? caller
                                                                                     : std::nullopt;
}

Result<RegisterSet> CompactTable::unwindBody(const UnwindQuery& query,
                                             const MemoryReader& memory,
                                             const CompactEntry& entry) const
{
    const auto mode = compactMode(entry.encoding);
    if (mode == CompactMode::None)
        return undoLeaf(query.callee, memory);
    if (isIntel(m_family))
        return unwindIntel(query, memory, entry);
    switch (mode) {
    case CompactMode::Arm64Frameless:
        return undoArm64Frameless(entry.encoding, query.callee, memory);
    case CompactMode::Arm64Frame: return undoArm64Frame(entry.encoding, query.callee, memory);
    default: return fail(ErrorKind::Unsupported, "compact encoding ", Hex{entry.encoding});
    }
}

Result<RegisterSet> CompactTable::unwindIntel(const UnwindQuery& query,
                                              const MemoryReader& memory,
                                              const CompactEntry& entry) const
{
    switch (compactMode(entry.encoding)) {
    case CompactMode::IntelFrame: return undoIntelFrame(entry.encoding, query.callee, memory);
    case CompactMode::IntelFrameless:
    case CompactMode::IntelFramelessIndirect: {
        FL_TRY(const auto stackBytes, framelessBytes(entry, pointerSize(m_family)));
        return undoIntelFrameless(entry.encoding, stackBytes, query.callee, memory);
    }
    default: return fail(ErrorKind::Unsupported, "compact encoding ", Hex{entry.encoding});
    }
}

/// The frame's size: from the encoding or, for large frames, from the operand of the function's
/// `sub` instruction.
Result<std::uint64_t> CompactTable::framelessBytes(const CompactEntry& entry,
                                                   unsigned wordBytes) const
{
    const std::uint64_t field = entry.encoding >> 16 & 0xff;
    if (compactMode(entry.encoding) == CompactMode::IntelFrameless)
        return field * wordBytes;
    const auto operand = m_object->readImage(m_loadAddress + entry.begin + field, 4);
    if (!operand || operand->size() < 4)
        return fail(ErrorKind::Malformed, "the frame size at ", Hex{entry.begin + field},
                    " is not in the image");
    ByteReader reader(operand->span());
    const std::uint64_t adjustment = entry.encoding >> 13 & 7;
    return reader.u32() + adjustment * wordBytes;
}

bool CompactTable::covers(std::uint64_t relativeAddress) const
{
    return m_entries.find(relativeAddress).has_value();
}

std::shared_ptr<const CompactTable> makeCompactTable(const object::ObjectPtr& object)
{
    const auto family = cpuFamily(object->arch());
    const auto bytes = object->section("__unwind_info");
    if (!bytes || (!isIntel(family) && family != CpuFamily::Arm64 && family != CpuFamily::Arm64_32))
        return nullptr;
    auto entries = CompactEntries::read(*bytes);
    if (!entries)
        return nullptr;
    const auto starts = object->section("LC_FUNCTION_STARTS");
    return std::make_shared<const CompactTable>(
        object, *std::move(entries), starts ? FunctionStarts(starts->span()) : FunctionStarts(),
        makeDwarfTable(object, "__eh_frame"));
}

} // namespace faultline::unwind
