// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/walk_recorder.h"

#include "core/unwind/walk/step_basis.h"

namespace faultline::unwind {

namespace {

WalkVerdict verdictWithout(WalkLack lack)
{
    switch (lack) {
    case WalkLack::Nothing: return WalkVerdict::Refused;
    case WalkLack::System:
    case WalkLack::Processor: return WalkVerdict::NotHere;
    default: return WalkVerdict::NoBasis;
    }
}

} // namespace

void WalkRecorder::add(WalkStep step,
                       WalkEnvironment& environment,
                       const Callee& callee,
                       const StepResult& outcome)
{
    if (!m_isOn)
        return;
    WalkAttempt& attempt = m_attempts.emplace_back();
    attempt.step = step;
    if (outcome.evidence)
        attempt.note = outcome.evidence->note;
    attempt.start = startOf(step, environment, callee);
    if (!outcome.caller) {
        attempt.lack = lackOf(step, environment, callee);
        attempt.verdict = verdictWithout(attempt.lack);
        return;
    }
    const Caller& caller = *outcome.caller;
    if (caller.end) {
        attempt.verdict = WalkVerdict::EndsStack;
        return;
    }
    attempt.verdict = WalkVerdict::Taken;
    attempt.method = caller.method;
    attempt.pc = environment.strip(caller.registers.pc());
    attempt.sp = caller.registers.sp();
}

void WalkRecorder::refuseLast(std::string_view reason)
{
    if (m_attempts.empty() || m_attempts.back().verdict != WalkVerdict::Taken)
        return;
    WalkAttempt& last = m_attempts.back();
    last.verdict = WalkVerdict::Refused;
    StepEvidence evidence;
    evidence.note = std::move(last.note);
    evidence.addNote(reason);
    last.note = std::move(evidence.note);
}

} // namespace faultline::unwind
