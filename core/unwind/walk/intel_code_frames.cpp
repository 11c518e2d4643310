// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/intel_code_frames.h"

#include "core/unwind/code/intel_instruction.h"
#include "core/unwind/code/intel_registers.h"
#include "core/unwind/walk/return_address.h"
#include "core/unwind/walk/stack_scan.h"

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kMaxInstructions = 1 << 15;      // For a function whose start is known.
constexpr std::uint32_t kMaxGuessInstructions = 1 << 12; // For one of many possible functions.
constexpr unsigned kMaxTries = 64;                       // How many are tried.

std::optional<IntelFrameShape> shapeFrom(const WalkEnvironment& environment,
                                         const Callee& callee,
                                         std::uint64_t entry,
                                         std::uint32_t maxInstructions)
{
    const auto source = codeSourceOf(environment);
    auto& budget = *environment.codeBudget;
    auto left = budget.take(maxInstructions);
    auto shape =
        followIntelCode(source, entry, {.pc = callee.pc, .isReturnAddress = !callee.isExact},
                        environment.family == CpuFamily::Intel64, left);
    budget.giveBack(left);
    return shape;
}

/// Place of the return address; found by fp if only the function knew how far it moved sp.
std::optional<std::uint64_t>
returnSlot(const WalkEnvironment& environment, const Callee& callee, const IntelFrameShape& shape)
{
    const auto mask = addressBits(environment.family);
    if (shape.belowByStack)
        return (callee.sp + static_cast<std::uint64_t>(*shape.belowByStack)) & mask;
    const auto fp = callee.registers.find(specialRegisters(environment.family).fp);
    if (shape.belowByFrame && fp)
        return (*fp + static_cast<std::uint64_t>(*shape.belowByFrame)) & mask;
    return std::nullopt;
}

/// The caller's sp after the return.
std::optional<std::uint64_t>
spAfterReturn(const WalkEnvironment& environment, const IntelFrameShape& shape, std::uint64_t slot)
{
    if (!shape.callerSpSaved)
        return slot + environment.wordBytes;
    const auto sp = environment.stack.word(slot - static_cast<std::uint64_t>(*shape.callerSpSaved));
    return sp && *sp > slot ? sp : std::nullopt;
}

/// The caller's registers: saved ones from the stack, the others unchanged.
std::optional<Caller> callerAt(WalkEnvironment& environment,
                               const Callee& callee,
                               const IntelFrameShape& shape,
                               std::uint64_t slot)
{
    const auto returnAddress = environment.stack.word(slot);
    if (!returnAddress || slot < callee.sp || !isCertainReturnAddress(environment, *returnAddress))
        return std::nullopt;
    const auto sp = spAfterReturn(environment, shape, slot);
    if (!sp)
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    const auto convention = conventionOf(environment);
    Caller caller;
    caller.registers = forwardedRegisters(callee.registers, convention);
    for (std::size_t encoding = 0; encoding < shape.saved.size(); ++encoding) {
        const auto index = intelRegisterIndex(environment.family, encoding);
        const auto& below = shape.saved[encoding];
        if (!below || !isCalleeSaved(environment.family, convention, index))
            continue;
        const auto value = environment.stack.word(slot - static_cast<std::uint64_t>(*below));
        if (value)
            caller.registers.set(index, *value);
        else
            caller.registers.forget(index);
    }
    caller.registers.set(special.pc, *returnAddress);
    caller.registers.set(special.sp, *sp);
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::Instructions;
    return caller;
}

/// The target of the direct call for which a stack word may be the return address.
std::optional<std::uint64_t> directlyCalled(const WalkEnvironment& environment,
                                            std::uint64_t word,
                                            std::optional<std::uint32_t> module)
{
    const auto site = module ? callSiteBefore(environment, word, module) : std::nullopt;
    return site ? site->target : std::nullopt;
}

} // namespace

bool canFollowIntelCode(const WalkEnvironment& environment, const Callee& callee)
{
    const bool is32Bit = environment.family == CpuFamily::Intel32;
    const bool isIntel = is32Bit || environment.family == CpuFamily::Intel64;
    return isIntel && !callee.isSpGuessed &&
           !(is32Bit && environment.event.system.os == OsFamily::Windows);
}

CodeSource codeSourceOf(const WalkEnvironment& environment)
{
    return {.code =
                [&](std::uint64_t address, std::span<std::byte> out) {
                    const auto module = environment.moduleMap.find(address);
                    return environment.modules.readCode(address, module, out);
                },
            .word =
                [&](std::uint64_t address) {
                    return environment.event.asNative()->memory->readUnsigned(
                        address, environment.wordBytes);
                }};
}

StepResult stepByIntelCode(WalkEnvironment& environment, const Callee& callee)
{
    if (!canFollowIntelCode(environment, callee))
        return std::nullopt;
    if (environment.codeBudget->isUsedUp()) {
        StepResult step;
        step.learn().addNote("the event's limit of instructions to follow is reached");
        return step;
    }
    const auto function = functionAt(environment, callee.lookupAddress, callee.module);
    if (!function)
        return std::nullopt;
    const auto shape = shapeFrom(environment, callee, function->begin, kMaxInstructions);
    const auto slot = shape ? returnSlot(environment, callee, *shape) : std::nullopt;
    return slot ? callerAt(environment, callee, *shape, *slot) : std::nullopt;
}

StepResult stepByIntelCaller(WalkEnvironment& environment, const Callee& callee)
{
    constexpr unsigned kWords = 1024;
    constexpr unsigned kWordsToFetchFor =
        40; // For this many words, missing modules are fetched, as in a scan.
    std::array<std::byte, kMaxIntelInstructionBytes> code{};
    const bool isKnown = environment.modules.readCode(callee.pc, callee.module, code) != 0;
    if (!isKnown || !canFollowIntelCode(environment, callee))
        return std::nullopt;
    const auto begin = firstSlot(environment, callee);
    unsigned triesLeft = kMaxTries;
    StepResult step;
    const auto slotAt = [&](unsigned i) {
        return begin + std::uint64_t{i} * environment.wordBytes;
    };
    for (unsigned i = 0; triesLeft > 0; ++i) {
        i += environment.stack.wordsOutside(environment.moduleMap, slotAt(i), kWords - i);
        if (i >= kWords)
            break;
        const auto slot = slotAt(i);
        const auto word = environment.stack.word(slot);
        if (!word)
            return step;
        const auto module = environment.moduleMap.find(*word - 1);
        if (module && i < kWordsToFetchFor && environment.modules.get(*module) == nullptr)
            return step;
        const auto entry = directlyCalled(environment, *word, module);
        if (!entry)
            continue;
        --triesLeft;
        const auto shape = shapeFrom(environment, callee, *entry, kMaxGuessInstructions);
        const auto actual = shape ? returnSlot(environment, callee, *shape) : std::nullopt;
        if (actual && *actual != slot && i < kMaxScanWords)
            step.learn().endedCalls.set(i);
        if (actual != slot)
            continue;
        step.caller = callerAt(environment, callee, *shape, slot);
        if (step.caller)
            return step;
    }
    return step;
}

} // namespace faultline::unwind
