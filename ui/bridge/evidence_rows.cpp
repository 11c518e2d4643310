// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/evidence_rows.h"

#include "ui/bridge/frame_rows.h"
#include "ui/bridge/rule_rows.h"
#include "ui/bridge/trust_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

using Kind = EvidenceRow::Kind;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(EvidenceRows)
};

QString stepText(WalkStep step)
{
    switch (step) {
    case WalkStep::SignalTrampoline: return Words::tr("Signal trampoline");
    case WalkStep::MacSignalHandler: return Words::tr("Signal handler of macOS");
    case WalkStep::BsdStart: return Words::tr("Known start on the BSDs");
    case WalkStep::Funclet: return Words::tr("Exception handler of x86 Windows");
    case WalkStep::GoStacks: return Words::tr("Change of stacks in Go");
    case WalkStep::PreferredFramePointer: return Words::tr("Frame pointer, preferred");
    case WalkStep::UnwindData: return Words::tr("Unwind data");
    case WalkStep::BadCall: return Words::tr("Call through a bad pointer");
    case WalkStep::FollowedInstructions: return Words::tr("Instructions from the start");
    case WalkStep::KnownStart: return Words::tr("Known start of threads");
    case WalkStep::PrologueOrEpilogue: return Words::tr("Prologue or epilogue");
    case WalkStep::CallerByTarget: return Words::tr("A call that leads here");
    case WalkStep::WaysToReturn: return Words::tr("Ways to the return");
    case WalkStep::Arm64WaysToReturn: return Words::tr("Ways to the return on arm64");
    case WalkStep::Vsyscall: return Words::tr("System call of 32-bit Linux");
    case WalkStep::LinkRegister: return Words::tr("Link register");
    case WalkStep::FramePointer: return Words::tr("Frame pointer");
    case WalkStep::UncheckedLinkRegister: return Words::tr("Link register, unchecked");
    case WalkStep::Scan: return Words::tr("Scan of the stack");
    }
    return {};
}

QString verdictText(WalkVerdict verdict)
{
    switch (verdict) {
    case WalkVerdict::Taken: return Words::tr("taken");
    case WalkVerdict::EndsStack: return Words::tr("ends here");
    case WalkVerdict::Refused: return Words::tr("refused");
    case WalkVerdict::NoBasis: return Words::tr("no basis");
    case WalkVerdict::NotHere: return Words::tr("not here");
    }
    return {};
}

BadgeStyle verdictBadge(WalkVerdict verdict)
{
    switch (verdict) {
    case WalkVerdict::Taken:
    case WalkVerdict::EndsStack: return BadgeStyle::Ok;
    case WalkVerdict::Refused: return BadgeStyle::Warn;
    case WalkVerdict::NoBasis:
    case WalkVerdict::NotHere: break;
    }
    return BadgeStyle::Plain;
}

QString lackText(WalkLack lack, const QString& module)
{
    switch (lack) {
    case WalkLack::Nothing: return {};
    case WalkLack::System: return Words::tr("it is for other systems");
    case WalkLack::Processor: return Words::tr("it is for other processors");
    case WalkLack::Call:
        return Words::tr("it is for frames that made a call, and this one was interrupted");
    case WalkLack::ExactAddress:
        return Words::tr("it needs an exact address, and this is a return address");
    case WalkLack::BadAddress: return Words::tr("the address points to code, so the call was good");
    case WalkLack::Module: return Words::tr("the address lies in no module");
    case WalkLack::File: return Words::tr("the files of %1 are not here").arg(module);
    case WalkLack::UnwindData: return Words::tr("the file of %1 has no unwind data").arg(module);
    case WalkLack::Instructions: return Words::tr("the bytes at the address are not known");
    case WalkLack::Function: return Words::tr("no symbol names the function");
    case WalkLack::SpecialFunction:
        return Words::tr("the function is none of those that it is for");
    case WalkLack::Trampoline: return Words::tr("the instructions are no signal trampoline");
    case WalkLack::StackPointer: return Words::tr("the stack pointer is a guess");
    case WalkLack::Register: return Words::tr("the register that it starts from was not recovered");
    case WalkLack::KernelLibrary:
        return Words::tr("the address is not in the kernel's own library");
    }
    return {};
}

QString joined(const QString& words, const std::string& note)
{
    const QString more = toQString(note);
    if (words.isEmpty() || more.isEmpty())
        return words + more;
    //: two remarks
    return Words::tr("%1; %2").arg(words, more);
}

QString moduleOf(const ReportState& state, std::optional<std::uint32_t> module)
{
    return module && *module < state.event->modules.size()
               ? moduleName(state.event->modules[*module])
               : Words::tr("this module");
}

QString attemptText(const ReportState& state, const WalkAttempt& attempt, const QString& module)
{
    const auto padded = [&state](std::uint64_t address) {
        return paddedAddress(address, state.event->system.arch);
    };
    switch (attempt.verdict) {
    case WalkVerdict::Taken:
        return joined(Words::tr("leads to %1").arg(padded(attempt.pc)), attempt.note);
    case WalkVerdict::EndsStack:
        return joined(Words::tr("nothing called this function"), attempt.note);
    case WalkVerdict::Refused: {
        const QString note = toQString(attempt.note);
        if (!note.isEmpty())
            return note;
        return attempt.start ? Words::tr("the register holds %1, and nothing there fits")
                                   .arg(padded(*attempt.start))
                             : Words::tr("nothing that it found fits");
    }
    case WalkVerdict::NoBasis:
    case WalkVerdict::NotHere: break;
    }
    return joined(lackText(attempt.lack, module), attempt.note);
}

QString basisText(const ReportState& state, const ExplainedFrame& frame, const QString& below)
{
    if (frame.method == UnwindMethod::Context)
        return Words::tr("the registers that the file keeps");
    const QString method = toQString(unwindMethodName(frame.method));
    const QString where = frame.trust == FrameTrust::Cfi && !below.isEmpty()
                              //: a kind of unwind data, and the module that has it
                              ? Words::tr("%1 of %2").arg(method, below)
                              : method;
    if (!frame.returnSlot)
        return where;
    return Words::tr("%1: return address at %2")
        .arg(where, paddedAddress(*frame.returnSlot, state.event->system.arch));
}

const Frame* functionRow(const ReportState& state, const WalkTrace& trace, int frame)
{
    const ThreadStack* stack = state.stack(trace.thread);
    if (!stack)
        return nullptr;
    const auto found = std::ranges::find_if(stack->frames, [frame](const Frame& row) {
        return int(row.originalIndex) == frame && !row.isInlined;
    });
    return found == stack->frames.end() ? nullptr : &*found;
}

bool isGuess(const ExplainedFrame& frame)
{
    return frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
}

EvidenceRow frameRow(const ReportState& state, const WalkTrace& trace, int index)
{
    const auto& frame = trace.frames[std::size_t(index)];
    const auto* below = index > 0 ? &trace.frames[std::size_t(index) - 1] : nullptr;
    EvidenceRow row;
    row.id = {.frame = index, .kind = Kind::Frame};
    row.number = QString::number(index);
    row.isName = true;
    row.isGuessed = isGuess(frame);
    row.text = paddedAddress(frame.pc, state.event->system.arch);
    if (const Frame* known = functionRow(state, trace, index)) {
        FrameRow shown;
        setTrust(shown, state, *known);
        row.badge = shown.trust;
        row.badgeStyle = shown.trustStyle;
        if (const QString function = frameFunction(state, *known); !function.isEmpty())
            row.text = function;
        else if (const QString offset = frameModuleOffset(state, *known); !offset.isEmpty())
            row.text = offset;
    }
    row.restsOn = basisText(state, frame,
                            below && below->module ? moduleOf(state, below->module) : QString());
    row.sentence =
        Words::tr("Frame %1, %2, %3: %4").arg(row.number, row.text, row.badge, row.restsOn);
    return row;
}

EvidenceRow stepRow(
    const ReportState& state, const WalkAttempt& attempt, int frame, int at, const QString& module)
{
    EvidenceRow row;
    row.id = {.frame = frame, .kind = Kind::Step, .step = at};
    row.number = QString::number(int(attempt.step) + 1);
    row.text = stepText(attempt.step);
    row.badge = verdictText(attempt.verdict);
    row.badgeStyle = verdictBadge(attempt.verdict);
    row.restsOn = attemptText(state, attempt, module);
    row.isQuiet =
        attempt.verdict == WalkVerdict::NoBasis || attempt.verdict == WalkVerdict::NotHere;
    row.sentence =
        Words::tr("Step %1, %2, %3: %4").arg(row.number, row.text, row.badge, row.restsOn);
    return row;
}

/// The steps of one frame. Those for other systems and processors are counted, or follow.
void addSteps(QList<EvidenceRow>& rows,
              const ReportState& state,
              const std::vector<WalkAttempt>& attempts,
              int frame,
              const QString& module,
              bool showsElsewhere)
{
    int elsewhere = 0;
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        const bool isElsewhere = attempts[i].verdict == WalkVerdict::NotHere;
        elsewhere += isElsewhere ? 1 : 0;
        if (!isElsewhere || showsElsewhere)
            rows.append(stepRow(state, attempts[i], frame, int(i), module));
    }
    if (elsewhere == 0 || showsElsewhere)
        return;
    EvidenceRow row;
    row.id = {.frame = frame, .kind = Kind::Elsewhere};
    row.text = Words::tr("%n more step(s) are for other systems or processors", nullptr, elsewhere);
    row.branch = Group::Folded;
    row.sentence = row.text;
    rows.append(std::move(row));
}

/// The frame from which the walk stepped to `frame`.
QString calleeModule(const ReportState& state, const WalkTrace& trace, int frame)
{
    if (frame < 1 || frame > int(trace.frames.size()))
        return Words::tr("this module");
    return moduleOf(state, trace.frames[std::size_t(frame) - 1].module);
}

const std::vector<WalkAttempt>* attemptsOf(const WalkTrace& trace, int frame)
{
    if (frame >= 0 && frame < int(trace.frames.size()))
        return &trace.frames[std::size_t(frame)].attempts;
    return frame == int(trace.frames.size()) ? &trace.endAttempts : nullptr;
}

/// The module whose missing files made the walk guess.
std::optional<std::uint32_t> lackingModule(const WalkTrace& trace, int frame)
{
    const auto* attempts = attemptsOf(trace, frame);
    if (!attempts || frame < 1)
        return std::nullopt;
    const bool lacks = std::ranges::any_of(*attempts, [](const WalkAttempt& attempt) {
        return attempt.step == WalkStep::UnwindData && attempt.lack == WalkLack::File;
    });
    return lacks ? trace.frames[std::size_t(frame) - 1].module : std::nullopt;
}

EvidenceRow endRow(const ReportState& state, const WalkTrace& trace)
{
    EvidenceRow row;
    row.id = {.frame = int(trace.frames.size()), .kind = Kind::End};
    row.text = trace.isCut ? Words::tr("Further frames are not explained.")
                           : Words::tr("End: %1").arg(makeStackEnd(state, trace.thread).text);
    row.sentence = row.text;
    return row;
}

} // namespace

QList<EvidenceRow>
makeEvidenceRows(const ReportState& state, const WalkTrace& trace, const EvidenceOpen& open)
{
    QList<EvidenceRow> rows;
    const auto addWithSteps = [&](EvidenceRow row) {
        const int frame = row.id.frame;
        const auto* attempts = attemptsOf(trace, frame);
        const bool isOpen = open.frames.contains(frame);
        if (attempts && !attempts->empty())
            row.branch = isOpen ? Group::Open : Group::Folded;
        rows.append(std::move(row));
        if (attempts && isOpen)
            addSteps(rows, state, *attempts, frame, calleeModule(state, trace, frame),
                     open.elsewhere.contains(frame));
    };
    for (int i = 0; i < int(trace.frames.size()); ++i)
        addWithSteps(frameRow(state, trace, i));
    addWithSteps(endRow(state, trace));
    return rows;
}

QList<SignatureRow> makeSignatureRows(const engine::SignatureAnswer& answer)
{
    const engine::SignatureTrace trace{.signature = answer.signature, .entries = answer.entries};
    QList<SignatureRow> rows;
    for (const RuleTraceRow& row : makeRuleTrace(trace, trace))
        rows.append({.number = row.number,
                     .text = row.text,
                     .verdict = row.now,
                     .badge = row.nowBadge,
                     .rule = row.nowBecause,
                     .isFrame = row.isFrame,
                     .at = row.at});
    return rows;
}

EvidenceExplanation
explainEvidence(const ReportState& state, const WalkTrace& trace, const EvidenceRow::Key& row)
{
    EvidenceExplanation made;
    if (row.frame < int(trace.frames.size()))
        made.frame = row.frame;
    const auto* attempts = attemptsOf(trace, row.frame);
    if (row.kind == Kind::Step && attempts && row.step < int(attempts->size())) {
        const WalkAttempt& attempt = (*attempts)[std::size_t(row.step)];
        made.headline = stepText(attempt.step);
        made.sentence = attemptText(state, attempt, calleeModule(state, trace, row.frame));
    } else if (made.frame >= 0) {
        const EvidenceRow frame = frameRow(state, trace, row.frame);
        made.headline = frame.text;
        made.sentence = joined(frame.restsOn, trace.frames[std::size_t(row.frame)].note);
    } else {
        made.headline = Words::tr("End of the stack");
        made.sentence = joined(makeStackEnd(state, trace.thread).text, trace.endNote);
    }
    if (const auto module = lackingModule(trace, row.frame)) {
        made.helpModule = int(*module);
        made.helpText =
            Words::tr("The unwind data of %1 would tell for certain.").arg(moduleOf(state, module));
    }
    return made;
}

QString evidenceWarning(const ReportState& state, const WalkTrace& trace)
{
    const auto guess = std::ranges::find_if(trace.frames, isGuess);
    if (guess == trace.frames.end())
        return {};
    const int frame = int(guess - trace.frames.begin());
    if (const auto module = lackingModule(trace, frame))
        return Words::tr("%1 is not on this machine, so frame %2 is a guess and all below rests "
                         "on it.")
            .arg(moduleOf(state, module))
            .arg(frame);
    return Words::tr("Frame %1 is a guess, and all below rests on it.").arg(frame);
}

} // namespace faultline::ui
