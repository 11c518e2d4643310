// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/critical_section.h"

#include <algorithm>
#include <set>
#include <span>

namespace faultline::waits {

namespace {

/// More than the frames between a system call and the caller of RtlEnterCriticalSection() have.
constexpr std::uint64_t kMaxStackBytes = 2048;
/// The caller's area for the four register arguments of x64, or the arguments of x86.
constexpr std::uint64_t kArgumentWords = 5;
/// Windows numbers threads in steps of four.
constexpr std::uint64_t kIdStep = 4;
constexpr std::uint32_t kMostRecursions = 1 << 16;

/// winnt.h, RTL_CRITICAL_SECTION: DebugInfo, LockCount, RecursionCount, OwningThread,
/// LockSemaphore, SpinCount. RTL_CRITICAL_SECTION_DEBUG: two 16-bit words, then CriticalSection.
struct SectionWords
{
    std::uint64_t debugInfo = 0;
    std::int32_t lockCount = 0;
    std::uint32_t recursions = 0;
    std::uint64_t owner = 0;
};

SectionWords readSection(Words& words, const LockContext& context, std::uint64_t address)
{
    const auto word = context.pointerBytes();
    SectionWords section;
    section.debugInfo = words.read(address, word, "DebugInfo");
    section.lockCount = static_cast<std::int32_t>(words.read32(address + word, "LockCount"));
    section.recursions = words.read32(address + word + 4, "RecursionCount");
    section.owner = words.read(address + word + 8, word, "OwningThread");
    return section;
}

/// The debug record leads back to its section; sections without one hold -1.
bool isLinked(const LockContext& context, const SectionWords& section, std::uint64_t address)
{
    const auto word = context.pointerBytes();
    const std::uint64_t none = word == 8 ? ~std::uint64_t{0} : 0xffffffff;
    if (section.debugInfo == none)
        return true;
    if (section.debugInfo == 0 || section.debugInfo % word != 0)
        return false;
    const auto back = context.memory.readUnsigned(section.debugInfo + word, word);
    return !back || *back == address;
}

/// Since Windows Vista, bit 0 of LockCount is clear while the section is held, and the waiters are
/// counted down above bit 1 (documentation of WinDbg's !cs).
bool isContended(const SectionWords& section)
{
    return section.lockCount < -1 && (section.lockCount & 1) == 0 && section.recursions > 0 &&
           section.recursions <= kMostRecursions && section.owner != 0 &&
           section.owner % kIdStep == 0;
}

std::optional<WaitObject> sectionAt(const LockContext& context, std::uint64_t address)
{
    if (address == 0 || address % context.pointerBytes() != 0)
        return std::nullopt;
    Words words(context);
    const auto section = readSection(words, context, address);
    if (!words.isWhole() || !isContended(section) || !isLinked(context, section, address))
        return std::nullopt;
    WaitObject object;
    object.kind = WaitObjectKind::CriticalSection;
    object.address = address;
    setOwner(object, context, section.owner, MaySpanProcesses::No);
    object.evidence = words.take();
    return object;
}

void addRegisters(std::set<std::uint64_t>& values, const RegisterSet& registers)
{
    for (const auto& info : registersOf(registers.family())) {
        if (const auto value = registers.find(info.index))
            values.insert(*value);
    }
}

void addWords(std::set<std::uint64_t>& values,
              const LockContext& context,
              std::uint64_t begin,
              std::uint64_t end)
{
    const auto word = context.pointerBytes();
    for (auto at = begin; at < end && at - begin < kMaxStackBytes; at += word) {
        if (const auto value = context.memory.readUnsigned(at, word))
            values.insert(*value);
    }
}

/// The words that RtlEnterCriticalSection() and its callees may keep the section's address in; no
/// addresses of code that they return to.
std::set<std::uint64_t>
candidates(const LockContext& context, const ThreadStack& stack, const WaitFunction& function)
{
    std::set<std::uint64_t> values;
    const std::size_t caller = stack.frames[function.row].originalIndex + std::size_t{1};
    const auto frames =
        std::span(stack.registers).first(std::min(caller + 1, stack.registers.size()));
    for (const auto& registers : frames)
        addRegisters(values, registers);
    if (frames.size() > caller)
        addWords(values, context, frames.front().sp(),
                 frames[caller].sp() + kArgumentWords * context.pointerBytes());
    for (const auto& registers : frames)
        values.erase(registers.pc());
    return values;
}

/// winternl.h and public symbols: TEB.ProcessEnvironmentBlock, PEB.LoaderLock.
bool isLoaderLock(const LockContext& context, const EventThread& thread, std::uint64_t address)
{
    if (!thread.teb)
        return false;
    const bool isWide = context.pointerBytes() == 8;
    const auto peb =
        context.memory.readUnsigned(*thread.teb + (isWide ? 0x60 : 0x30), context.pointerBytes());
    return peb && context.memory.readUnsigned(*peb + (isWide ? 0x110 : 0xa0),
                                              context.pointerBytes()) == address;
}

/// Does the file lack whatever these words lead to, but for the stack? Then it lacks the section.
bool isElsewhere(const LockContext& context,
                 const EventThread& thread,
                 const std::set<std::uint64_t>& values)
{
    return std::ranges::none_of(values, [&](std::uint64_t value) {
        const bool isOnStack = value >= thread.stackBegin && value < thread.stackEnd;
        return value != 0 && value % context.pointerBytes() == 0 && !isOnStack &&
               context.memory.contains(value);
    });
}

WaitObject withoutWords()
{
    WaitObject object;
    object.kind = WaitObjectKind::CriticalSection;
    object.ownerState = OwnerState::NoMemory;
    return object;
}

} // namespace

std::optional<WaitObject> readCriticalSection(const LockContext& context,
                                              const EventThread& thread,
                                              const ThreadStack& stack,
                                              const WaitFunction& function)
{
    if (function.kind != WaitObjectKind::CriticalSection || context.pointerBytes() == 0)
        return std::nullopt;
    std::optional<WaitObject> found;
    const auto values = candidates(context, stack, function);
    for (const auto value : values) {
        auto object = sectionAt(context, value);
        if (!object)
            continue;
        if (found)
            return std::nullopt; // Nothing tells which of them.
        found = std::move(object);
    }
    if (!found)
        return isElsewhere(context, thread, values) ? std::optional(withoutWords()) : std::nullopt;
    if (isLoaderLock(context, thread, *found->address))
        found->kind = WaitObjectKind::LoaderLock;
    return found;
}

} // namespace faultline::waits
