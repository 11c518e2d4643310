// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/frame_pointer.h"

#include "core/unwind/rules/address_rules.h"
#include "core/unwind/walk/return_address.h"

namespace faultline::unwind {

namespace {

struct Chain
{
    std::uint64_t pc = 0;
    std::uint64_t sp = 0;
    std::uint64_t fp = 0;
};

Caller callerOf(CpuFamily family, const Chain& chain, std::uint8_t fpIndex)
{
    const auto special = specialRegisters(family);
    Caller caller;
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::FramePointer;
    caller.registers = RegisterSet(family);
    caller.registers.set(special.pc, chain.pc);
    caller.registers.set(special.sp, chain.sp);
    caller.registers.set(fpIndex, chain.fp);
    return caller;
}

/// The record {saved frame pointer, return address} at `fp`; absent outside the stack.
std::optional<Chain> readRecord(const WalkEnvironment& environment, std::uint64_t fp)
{
    const std::uint64_t wordBytes = environment.wordBytes;
    if (fp > addressLimit(environment.family) - 2 * wordBytes)
        return std::nullopt;
    const auto savedFp = environment.stack.word(fp);
    const auto returnAddress = environment.stack.word(fp + wordBytes);
    if (!savedFp || !returnAddress)
        return std::nullopt;
    return Chain{*returnAddress, fp + 2 * wordBytes, *savedFp};
}

/// Go's runtime puts the address of a fault on the stack as if it had made a call. In a program
/// without symbols only the records tell: the next record is beyond doubt then.
bool canBePutByHand(WalkEnvironment& environment, const Chain& chain)
{
    if (functionAt(environment, chain.pc, environment.moduleMap.find(chain.pc)))
        return false;
    const auto next = chain.fp >= chain.sp ? readRecord(environment, chain.fp) : std::nullopt;
    return next && isCertainReturnAddress(environment, next->pc);
}

/// Tells whether the record's return address is certainly wrong: too small, data, or not after a
/// call. Passes if bytes and maps are missing, and for zero, which ends the stack.
bool isRefuted(WalkEnvironment& environment, const Chain& chain, StepResult& step)
{
    if (chain.pc == 0)
        return false;
    const auto verdict = judgeReturnAddress(environment, chain.pc);
    const bool followsNoCall = verdict == ReturnAddressVerdict::NoCall;
    const bool isData = verdict == ReturnAddressVerdict::NotCode ||
                        (verdict == ReturnAddressVerdict::OutsideModules &&
                         isExecutable(environment, chain.pc - 1) == false);
    const bool isRefuted =
        chain.pc < kLowestCode || isData || (followsNoCall && !canBePutByHand(environment, chain));
    if (isRefuted)
        step.learn().addNote(
            concat("the frame pointer's record holds ", Hex{chain.pc}, ", no return address"));
    return isRefuted || verdict == ReturnAddressVerdict::Pending;
}

/// A function without its own record passes on its caller's record, and the caller's caller comes
/// next.
void noteSkippedFrame(const WalkEnvironment& environment,
                      const Callee& callee,
                      std::uint64_t pc,
                      StepResult& step)
{
    if (callsWhom(environment, callee, pc) == Calls::Another)
        step.learn().addNote("the call there leads to another function: frames may be missing");
}

/// A function that has pushed nothing has its return address at sp, while the record belongs to its
/// caller. Proof: the call before the record's return address leads to the function into which the
/// word at sp returns. Seen in NetBSD's system calls without libc's file.
std::optional<Caller>
ownerOfRecord(WalkEnvironment& environment, const Callee& callee, const Chain& chain)
{
    const auto word = callee.isExact && !callee.isSpGuessed && chain.sp > callee.sp
                          ? environment.stack.word(callee.sp)
                          : std::nullopt;
    if (!word || callsWhom(environment, callee, chain.pc) != Calls::Another ||
        !isCertainReturnAddress(environment, *word))
        return std::nullopt;
    const auto site =
        callSiteBefore(environment, chain.pc, environment.moduleMap.find(chain.pc - 1));
    const auto owner = functionAt(environment, *word - 1, environment.moduleMap.find(*word - 1));
    if (!site || !owner || site->target != owner->begin)
        return std::nullopt;
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::FramePointer;
    caller.registers = forwardedRegisters(callee.registers, conventionOf(environment));
    caller.registers.set(special.pc, *word);
    caller.registers.set(special.sp, callee.sp + environment.wordBytes);
    return caller;
}

/// The caller by a record on x86, which may belong to the caller itself.
void stepToRecord(WalkEnvironment& environment,
                  const Callee& callee,
                  const Chain& chain,
                  StepResult& step)
{
    if (auto owner = ownerOfRecord(environment, callee, chain)) {
        step.learn().addNote("the frame pointer is still the caller's");
        step.caller = std::move(owner);
        return;
    }
    noteSkippedFrame(environment, callee, chain.pc, step);
    step.caller = callerOf(environment.family, chain, specialRegisters(environment.family).fp);
}

bool hasFile(WalkEnvironment& environment, const Callee& callee)
{
    const auto* module = callee.module ? environment.modules.get(*callee.module) : nullptr;
    return module == nullptr || module->state == WalkModule::State::Ready;
}

/// Ends the stack, because the record holds something other than a return address.
StepResult endAtRecord(const WalkEnvironment& environment, const Chain& chain)
{
    auto end = callerOf(environment.family, chain, specialRegisters(environment.family).fp);
    end.end = chain.pc == 0 ? StackEnd::ZeroPc : StackEnd::NotCode;
    StepResult step(std::move(end));
    step.learn().addNote(concat("the frame pointer's record holds ", Hex{chain.pc}));
    return step;
}

/// Does not check the result further: more checks made stacks of real dumps worse (rust-minidump,
/// x86.rs). The outermost record is all zeros. Functions also use ebp for data, and zeros and small
/// numbers are common. In a module without a file rust-minidump's rule applies, as in scans: the
/// stack ends there.
StepResult stepX86(WalkEnvironment& environment, const Callee& callee, std::uint64_t ebp)
{
    const auto chain = readRecord(environment, ebp);
    if (!chain)
        return std::nullopt;
    if (chain->pc < kLowestCode && !hasFile(environment, callee))
        return endAtRecord(environment, *chain);
    if (chain->pc == 0 && chain->fp != 0)
        return std::nullopt;
    StepResult step;
    // A record below the frame ends the walk, so the module that it names is not needed.
    if (chain->sp > callee.sp && isRefuted(environment, *chain, step))
        return step;
    stepToRecord(environment, callee, *chain, step);
    return step;
}

/// The saved frame pointer continues the chain. If the caller uses the register for something else,
/// the return address must be beyond doubt.
bool isBelievable(WalkEnvironment& environment,
                  const Callee& callee,
                  const Chain& chain,
                  StepResult& step)
{
    const bool advances =
        chain.sp > callee.sp && environment.stack.contains(chain.sp, environment.wordBytes);
    if (!advances || !isCanonicalAmd64(chain.pc))
        return false;
    const bool leadsOn = chain.fp >= chain.sp && environment.stack.word(chain.fp);
    return leadsOn ? !isRefuted(environment, chain, step)
                   : isCertainReturnAddress(environment, chain.pc);
}

/// A chain of records ends with a frame pointer of zero, or with a record of zeros.
bool endsChain(const WalkEnvironment& environment, const Callee& callee, std::uint64_t rbp)
{
    if (callee.method != UnwindMethod::FramePointer)
        return false;
    const auto chain = readRecord(environment, rbp);
    return rbp == 0 || (chain && chain->fp == 0 && chain->pc == 0);
}

/// On Windows the frame register may point up to 240 bytes into the frame, so the record is
/// searched above it.
StepResult stepAmd64(WalkEnvironment& environment, const Callee& callee, std::uint64_t rbp)
{
    constexpr std::uint64_t kRecordBytes = 16;
    if (endsChain(environment, callee, rbp)) {
        Caller end;
        end.end = StackEnd::ZeroFramePointer;
        return end;
    }
    StepResult step;
    const unsigned records = environment.event.system.os == OsFamily::Windows ? 16 : 1;
    for (unsigned k = 0; k < records; ++k) {
        const auto chain = readRecord(environment, rbp + k * kRecordBytes);
        if (!chain)
            return step;
        if (isBelievable(environment, callee, *chain, step)) {
            stepToRecord(environment, callee, *chain, step);
            return step;
        }
        if (environment.modules.pending())
            return step;
    }
    return step;
}

/// The record does not tell where the caller's sp was: GCC puts it at the low end of the frame.
StepResult stepArm64(WalkEnvironment& environment, const Callee& callee, std::uint64_t fp)
{
    const auto fpIndex = specialRegisters(environment.family).fp;
    Caller end;
    end.end = StackEnd::ZeroFramePointer;
    // A zero frame pointer marks the outermost frame; further scanning would find garbage.
    if (fp == 0)
        return end;
    auto chain = readRecord(environment, environment.strip(fp));
    if (!chain)
        return std::nullopt;
    chain->pc = environment.strip(chain->pc);
    chain->fp = environment.strip(chain->fp);
    // An empty record ends a chain. If no chain has begun, the function may keep other data in fp.
    const bool isInChain =
        callee.trust == FrameTrust::FramePointer || callee.trust == FrameTrust::Cfi;
    if (chain->fp == 0 && chain->pc == 0 && isInChain)
        return end;
    StepResult step;
    if (!isArm64CodeAddress(chain->pc) || isRefuted(environment, *chain, step))
        return step;
    noteSkippedFrame(environment, callee, chain->pc, step);
    step.caller = callerOf(environment.family, *chain, fpIndex);
    step.caller->isSpGuessed = true;
    return step;
}

/// PowerPC: the word at sp leads to the caller's frame, which keeps the return address in its third
/// word (64-Bit ELF V2 ABI, 2.2.2.1), with 32 bits in its second (System V ABI, PowerPC supplement,
/// "The Stack Frame"). Every function that has made a call has such a frame; an interrupted one may
/// not have made it yet.
StepResult stepByBackChain(WalkEnvironment& environment, const Callee& callee)
{
    const std::uint64_t returnAddressAt = environment.family == CpuFamily::Ppc64 ? 16 : 4;
    const auto next = environment.stack.word(callee.sp);
    if (callee.isExact || !next)
        return std::nullopt;
    if (*next == 0) {
        Caller end;
        end.end = StackEnd::ZeroFramePointer;
        return end;
    }
    const auto returnAddress =
        *next > callee.sp ? environment.stack.word(*next + returnAddressAt) : std::nullopt;
    StepResult step;
    if (!returnAddress || isRefuted(environment, {*returnAddress, *next, 0}, step))
        return step;
    const auto special = specialRegisters(environment.family);
    Caller caller;
    caller.trust = FrameTrust::FramePointer;
    caller.method = UnwindMethod::FramePointer;
    caller.registers = RegisterSet(environment.family);
    caller.registers.set(special.pc, *returnAddress);
    caller.registers.set(special.sp, *next);
    step.caller = std::move(caller);
    return step;
}

/// Compilers disagree about the frame layout on 32-bit ARM (rust-minidump issue 460); only Apple's
/// ABI fixes it, with r7.
std::optional<Caller> stepArm32(const WalkEnvironment& environment, const Callee& callee)
{
    const auto r7 = registerIndex(CpuFamily::Arm32, "r7");
    if (environment.event.system.os != OsFamily::Ios || !r7 || !callee.registers.has(*r7))
        return std::nullopt;
    Caller end;
    end.end = StackEnd::ZeroFramePointer;
    if (callee.registers.get(*r7) == 0)
        return end;
    const auto chain = readRecord(environment, callee.registers.get(*r7));
    return chain ? std::optional(callerOf(environment.family, *chain, *r7)) : std::nullopt;
}

} // namespace

StepResult stepByFramePointer(WalkEnvironment& environment, const Callee& callee)
{
    if (environment.family == CpuFamily::Arm32)
        return stepArm32(environment, callee);
    if (environment.family == CpuFamily::Ppc32 || environment.family == CpuFamily::Ppc64)
        return stepByBackChain(environment, callee);
    const auto fp = callee.registers.find(specialRegisters(environment.family).fp);
    if (!fp)
        return std::nullopt;
    switch (environment.family) {
    case CpuFamily::Intel32: return stepX86(environment, callee, *fp);
    case CpuFamily::Intel64: return stepAmd64(environment, callee, *fp);
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return stepArm64(environment, callee, *fp);
    default: return std::nullopt;
    }
}

} // namespace faultline::unwind
