// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/inspection.h"
#include "ui/bridge/debug_files.h"
#include "ui/bridge/detail_rows.h"
#include "ui/bridge/file_facts.h"
#include "ui/bridge/file_streams.h"
#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"
#include "ui/bridge/frame_registers.h"
#include "ui/bridge/frame_values.h"
#include "ui/bridge/report_session.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/source_documents.h"
#include "ui/bridge/symbol_finder.h"
#include "ui/bridge/walk_evidence.h"
#include "ui/bridge/why.h"

#include <algorithm>

namespace faultline::ui {

FrameRegisters& ReportSession::registers()
{
    m_registers->setFrame(m_place->framePlace());
    return *m_registers;
}

QList<DetailRow> ReportSession::details() const
{
    return makeDetailRows(m_core->state());
}

WhyReport ReportSession::why() const
{
    const Frame* frame = m_place->frame();
    if (!frame)
        return {};
    return withChoices(explainFrame(m_core->state(), std::uint32_t(m_place->currentThread()),
                                    *frame,
                                    {.sourceCount = m_core->sourceCount(),
                                     .framesOnStack = m_place->framesOnStack(frame->module),
                                     .transfers = m_core->transfers()}));
}

/// Offers what only this session can do: go on after a stop, and forget a file that the user chose.
WhyReport ReportSession::withChoices(WhyReport why) const
{
    if (why.code == QLatin1String("stopped"))
        std::ranges::replace(why.actions, WhyReport::Action::Retry, WhyReport::Action::Resume);
    if (why.code == QLatin1String("wrong_build") &&
        m_core->isLocated(std::uint32_t(why.moduleIndex)))
        why.actions.prepend(WhyReport::Action::ForgetFile);
    return why;
}

WhyReport ReportSession::whyModule(int module) const
{
    const auto& event = m_core->state().event;
    if (!event || module < 0 || std::size_t(module) >= event->modules.size())
        return {};
    return withChoices(
        explainModule(m_core->state(), std::uint32_t(module),
                      {.sourceCount = m_core->sourceCount(), .transfers = m_core->transfers()}));
}

SourceDocument ReportSession::source() const
{
    SourceDocument none;
    none.state = SourceDocument::State::NoFrame;
    const Frame* frame = m_place->frame();
    if (!frame)
        return none;
    const std::string path = sourcePlace(*frame).path;
    return makeSourceDocument(
        m_core->state(), std::uint32_t(m_place->currentThread()), *m_place->currentFrame(),
        {.text = m_core->source(path), .mayCome = m_core->maySourceCome(path)});
}

void ReportSession::requestValues()
{
    m_values->show(m_place->framePlace());
}

void ReportSession::requestCode()
{
    m_code->show(m_place->framePlace());
}

void ReportSession::requestMemory()
{
    m_memory->show(m_place->framePlace());
}

void ReportSession::requestEvidence()
{
    const int thread = m_place->currentThread();
    m_evidence->show(thread < 0 ? std::nullopt : std::optional(std::uint32_t(thread)));
}

/// Each topic knows its own questions.
void ReportSession::takeInspections()
{
    const auto isTaken = [](auto& topic, const engine::InspectionSnapshot& answer) {
        return topic.take(answer);
    };
    for (const engine::InspectionSnapshot& answer : m_core->takeInspections()) {
        [[maybe_unused]] const bool isKnown =
            isTaken(*m_values, answer) || isTaken(*m_code, answer) || isTaken(*m_memory, answer) ||
            isTaken(*m_evidence, answer) || isTaken(m_streams->fields(), answer) ||
            isTaken(*m_fileFacts, answer) || isTaken(*m_registers, answer) ||
            isTaken(*m_finder, answer) || isTaken(*m_debugFiles, answer);
    }
}

} // namespace faultline::ui
