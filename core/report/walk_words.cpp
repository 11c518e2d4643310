// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/walk_words.h"

#include "core/base/result.h"

namespace faultline::report {

namespace {

std::string_view lackWords(WalkLack lack)
{
    switch (lack) {
    case WalkLack::Nothing: return {};
    case WalkLack::System: return "it is for other systems";
    case WalkLack::Processor: return "it is for other processors";
    case WalkLack::Call: return "it is for frames that made a call, and this one was interrupted";
    case WalkLack::ExactAddress: return "it needs an exact address, and this is a return address";
    case WalkLack::BadAddress: return "the address points to code, so the call was good";
    case WalkLack::Module: return "the address lies in no module";
    case WalkLack::File: return "the module's files are not here";
    case WalkLack::UnwindData: return "the module's file has no unwind data";
    case WalkLack::Instructions: return "the bytes at the address are not known";
    case WalkLack::Function: return "no symbol names the function";
    case WalkLack::SpecialFunction: return "the function is none of those that it is for";
    case WalkLack::Trampoline: return "the instructions are no signal trampoline";
    case WalkLack::StackPointer: return "the stack pointer is a guess";
    case WalkLack::Register: return "the register that it starts from was not recovered";
    case WalkLack::KernelLibrary: return "the address is not in the kernel's own library";
    }
    return {};
}

std::string withNote(std::string words, const std::string& note)
{
    if (note.empty())
        return words;
    return words.empty() ? note : concat(words, "; ", note);
}

std::string refusalWords(const WalkAttempt& attempt)
{
    if (!attempt.note.empty())
        return attempt.note;
    if (attempt.start)
        return concat("the register holds ", Hex{*attempt.start}, ", and nothing there fits");
    return "nothing that it found fits";
}

} // namespace

std::string_view walkStepName(WalkStep step)
{
    switch (step) {
    case WalkStep::SignalTrampoline: return "signal_trampoline";
    case WalkStep::MacSignalHandler: return "mac_signal_handler";
    case WalkStep::BsdStart: return "bsd_start";
    case WalkStep::Funclet: return "funclet";
    case WalkStep::GoStacks: return "go_stacks";
    case WalkStep::PreferredFramePointer: return "preferred_frame_pointer";
    case WalkStep::UnwindData: return "unwind_data";
    case WalkStep::BadCall: return "bad_call";
    case WalkStep::FollowedInstructions: return "followed_instructions";
    case WalkStep::KnownStart: return "known_start";
    case WalkStep::PrologueOrEpilogue: return "prologue_or_epilogue";
    case WalkStep::CallerByTarget: return "caller_by_target";
    case WalkStep::WaysToReturn: return "ways_to_return";
    case WalkStep::Arm64WaysToReturn: return "arm64_ways_to_return";
    case WalkStep::Vsyscall: return "vsyscall";
    case WalkStep::LinkRegister: return "link_register";
    case WalkStep::FramePointer: return "frame_pointer";
    case WalkStep::UncheckedLinkRegister: return "unchecked_link_register";
    case WalkStep::Scan: return "scan";
    }
    return {};
}

std::string_view walkStepWords(WalkStep step)
{
    switch (step) {
    case WalkStep::SignalTrampoline: return "Signal trampoline";
    case WalkStep::MacSignalHandler: return "Signal handler of macOS";
    case WalkStep::BsdStart: return "Known start on the BSDs";
    case WalkStep::Funclet: return "Exception handler of x86 Windows";
    case WalkStep::GoStacks: return "Change of stacks in Go";
    case WalkStep::PreferredFramePointer: return "Frame pointer, preferred";
    case WalkStep::UnwindData: return "Unwind data";
    case WalkStep::BadCall: return "Call through a bad pointer";
    case WalkStep::FollowedInstructions: return "Instructions from the start";
    case WalkStep::KnownStart: return "Known start of threads";
    case WalkStep::PrologueOrEpilogue: return "Prologue or epilogue";
    case WalkStep::CallerByTarget: return "A call that leads here";
    case WalkStep::WaysToReturn: return "Ways to the return";
    case WalkStep::Arm64WaysToReturn: return "Ways to the return on arm64";
    case WalkStep::Vsyscall: return "System call of 32-bit Linux";
    case WalkStep::LinkRegister: return "Link register";
    case WalkStep::FramePointer: return "Frame pointer";
    case WalkStep::UncheckedLinkRegister: return "Link register, unchecked";
    case WalkStep::Scan: return "Scan of the stack";
    }
    return {};
}

unsigned walkStepNumber(WalkStep step)
{
    return static_cast<unsigned>(step) + 1;
}

std::string_view walkVerdictName(WalkVerdict verdict)
{
    switch (verdict) {
    case WalkVerdict::Taken: return "taken";
    case WalkVerdict::EndsStack: return "ends_stack";
    case WalkVerdict::Refused: return "refused";
    case WalkVerdict::NoBasis: return "no_basis";
    case WalkVerdict::NotHere: return "not_here";
    }
    return {};
}

std::string_view walkVerdictWords(WalkVerdict verdict)
{
    switch (verdict) {
    case WalkVerdict::Taken: return "taken";
    case WalkVerdict::EndsStack: return "ends here";
    case WalkVerdict::Refused: return "refused";
    case WalkVerdict::NoBasis: return "no basis";
    case WalkVerdict::NotHere: return "not here";
    }
    return {};
}

std::string_view walkLackName(WalkLack lack)
{
    switch (lack) {
    case WalkLack::Nothing: return {};
    case WalkLack::System: return "system";
    case WalkLack::Processor: return "processor";
    case WalkLack::Call: return "call";
    case WalkLack::ExactAddress: return "exact_address";
    case WalkLack::BadAddress: return "bad_address";
    case WalkLack::Module: return "module";
    case WalkLack::File: return "file";
    case WalkLack::UnwindData: return "unwind_data";
    case WalkLack::Instructions: return "instructions";
    case WalkLack::Function: return "function";
    case WalkLack::SpecialFunction: return "special_function";
    case WalkLack::Trampoline: return "trampoline";
    case WalkLack::StackPointer: return "stack_pointer";
    case WalkLack::Register: return "register";
    case WalkLack::KernelLibrary: return "kernel_library";
    }
    return {};
}

std::string walkAttemptWords(const WalkAttempt& attempt)
{
    switch (attempt.verdict) {
    case WalkVerdict::Taken: return withNote(concat("leads to ", Hex{attempt.pc}), attempt.note);
    case WalkVerdict::EndsStack: return withNote("nothing called this function", attempt.note);
    case WalkVerdict::Refused: return refusalWords(attempt);
    case WalkVerdict::NoBasis:
    case WalkVerdict::NotHere: return withNote(std::string(lackWords(attempt.lack)), attempt.note);
    }
    return {};
}

std::string walkBasisWords(const ExplainedFrame& frame)
{
    if (frame.method == UnwindMethod::Context)
        return "the registers that the file keeps";
    std::string words(unwindMethodName(frame.method));
    if (frame.returnSlot)
        words += concat(", return address at ", Hex{*frame.returnSlot});
    return words;
}

} // namespace faultline::report
