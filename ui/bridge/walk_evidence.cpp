// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/walk_evidence.h"

#include "ui/bridge/memory_rows.h"
#include "ui/bridge/register_rows.h"
#include "ui/bridge/session_core.h"

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

constexpr std::uint64_t kBytesBefore = 16;
constexpr std::uint64_t kBytesShown = 192;

WalkEvidence::State stateOf(engine::WalkAnswer::State state)
{
    switch (state) {
    case engine::WalkAnswer::State::Known: return WalkEvidence::State::Known;
    case engine::WalkAnswer::State::NotWalked: return WalkEvidence::State::NotWalked;
    case engine::WalkAnswer::State::NotYet: break;
    }
    return WalkEvidence::State::NotRead;
}

template <class Answer>
const Answer* answerIn(const engine::InspectionSnapshot& snapshot)
{
    return snapshot.value ? std::get_if<Answer>(&snapshot.value->value) : nullptr;
}

} // namespace

WalkEvidence::WalkEvidence(SessionCore& core, QObject* parent) : QObject(parent), m_core(core) {}

void WalkEvidence::show(std::optional<std::uint32_t> thread)
{
    const ReportState& state = m_core.state();
    const bool isSame = thread == m_thread && state.generation == m_generation && !state.isRunning;
    const bool isKnown = m_state != State::NotYet && m_state != State::NoThread;
    if (isSame && (isKnown || !thread))
        return;
    m_thread = thread;
    m_generation = state.generation;
    start();
    Q_EMIT changed();
}

void WalkEvidence::start()
{
    for (auto* job : {&m_walkJob, &m_signatureJob, &m_memoryJob}) {
        if (*job)
            m_core.cancelInspection(*std::exchange(*job, std::nullopt));
    }
    m_trace = {};
    m_open = {};
    m_current.reset();
    const ReportState& state = m_core.state();
    if (!m_thread || !state.event) {
        m_state = State::NoThread;
    } else if (!state.event->isNative()) {
        m_state = State::NotWalked;
    } else if (state.isRunning) {
        m_state = State::NotYet;
    } else {
        m_state = State::Reading;
        m_walkJob = m_core.inspect(engine::WalkQuestion{.thread = *m_thread});
        m_signatureJob = m_core.inspect(engine::SignatureQuestion{});
    }
    refresh();
}

bool WalkEvidence::take(const engine::InspectionSnapshot& answer)
{
    if (m_walkJob == answer.job) {
        m_walkJob.reset();
        takeWalk(answer);
    } else if (m_signatureJob == answer.job) {
        m_signatureJob.reset();
        takeSignature(answer);
    } else if (m_memoryJob == answer.job) {
        m_memoryJob.reset();
        takeMemory(answer);
    } else {
        return false;
    }
    Q_EMIT changed();
    return true;
}

void WalkEvidence::takeWalk(const engine::InspectionSnapshot& answer)
{
    const auto* walk = answerIn<engine::WalkAnswer>(answer);
    m_state = walk ? stateOf(walk->state) : State::NotRead;
    if (walk)
        m_trace = walk->trace;
    openFirstGuess();
    refresh();
}

/// The first guess is what people ask about, so its steps are open. The row that is explained is
/// the frame that the other views show.
void WalkEvidence::openFirstGuess()
{
    if (m_state != State::Known || m_trace.frames.empty())
        return;
    const auto isGuess = [](const ExplainedFrame& frame) {
        return frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
    };
    const auto guess = std::ranges::find_if(m_trace.frames, isGuess);
    if (guess != m_trace.frames.end())
        m_open.frames.insert(int(guess - m_trace.frames.begin()));
    m_current = EvidenceRow::Key{.frame = m_followed < m_trace.frames.size() ? int(m_followed) : 0};
}

void WalkEvidence::follow(std::uint32_t physicalFrame)
{
    m_followed = physicalFrame;
    if (m_state != State::Known || physicalFrame >= m_trace.frames.size() ||
        (m_current && m_current->frame == int(physicalFrame)))
        return;
    m_current = EvidenceRow::Key{.frame = int(physicalFrame)};
    explain();
    Q_EMIT changed();
}

void WalkEvidence::takeSignature(const engine::InspectionSnapshot& answer)
{
    const auto* signature = answerIn<engine::SignatureAnswer>(answer);
    const bool isKnown = signature && signature->state == engine::SignatureAnswer::State::Known;
    m_signature.setRows(isKnown ? makeSignatureRows(*signature) : QList<SignatureRow>());
    m_signatureText = isKnown ? toQString(signature->signature.text) : QString();
}

void WalkEvidence::takeMemory(const engine::InspectionSnapshot& answer)
{
    const auto* memory = answerIn<engine::MemoryAnswer>(answer);
    const bool isKnown = memory && memory->state == engine::MemoryAnswer::State::Known;
    m_memory.setRows(isKnown ? makeMemoryRows(m_core.state(), *memory, MemoryWords::Pointers)
                             : QList<MemoryRow>());
}

void WalkEvidence::refresh()
{
    const bool isKnown = m_state == State::Known;
    if (!m_thread || m_state == State::NoThread || m_state == State::NotYet) {
        m_signature.setRows({});
        m_signatureText.clear();
    }
    m_rows.setRows(isKnown ? makeEvidenceRows(m_core.state(), m_trace, m_open)
                           : QList<EvidenceRow>());
    m_warning = isKnown ? evidenceWarning(m_core.state(), m_trace) : QString();
    explain();
}

int WalkEvidence::currentRow() const
{
    if (!m_current)
        return -1;
    const auto& rows = m_rows.allRows();
    const auto found = std::ranges::find(rows, *m_current, &EvidenceRow::id);
    return found == rows.end() ? -1 : int(found - rows.begin());
}

void WalkEvidence::toggle(int row)
{
    const EvidenceRow* shown = m_rows.rowAt(row);
    if (!shown || shown->branch == Group::None)
        return;
    auto& open = shown->id.kind == EvidenceRow::Kind::Elsewhere ? m_open.elsewhere : m_open.frames;
    const int frame = shown->id.frame;
    if (!open.remove(frame))
        open.insert(frame);
    refresh();
    Q_EMIT changed();
}

void WalkEvidence::select(int row)
{
    const EvidenceRow* shown = m_rows.rowAt(row);
    if (!shown || m_current == shown->id)
        return;
    m_current = shown->id;
    explain();
    Q_EMIT changed();
}

/// Shows what the chosen row rests on: the words of the stack around the return address, and the
/// registers of its frame.
void WalkEvidence::explain()
{
    if (m_memoryJob)
        m_core.cancelInspection(*std::exchange(m_memoryJob, std::nullopt));
    m_explanation = {};
    if (m_state == State::Known && m_current)
        m_explanation = explainEvidence(m_core.state(), m_trace, *m_current);
    const int frame = m_explanation.frame;
    if (frame < 0) {
        m_registers.setRows({});
        m_memory.setRows({});
        return;
    }
    const auto physical = std::uint32_t(frame);
    const auto& found = m_trace.frames[std::size_t(frame)];
    m_registers.setRows(makeRegisterRows(m_core.state(), *m_thread, physical, {}));
    const auto place = found.returnSlot.value_or(found.sp);
    m_memoryJob =
        m_core.inspect(engine::MemoryQuestion{.frame = {.thread = *m_thread, .physical = physical},
                                              .place = shortHex(place).toStdString(),
                                              .before = kBytesBefore,
                                              .bytes = kBytesShown});
}

} // namespace faultline::ui
