// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/elfcore/core_notes.h"
#include "core/model/event.h"

namespace faultline::corefile {

/// Makes an Event from the notes and segments of a core file. Lives for one call; all references
/// must outlive it.
class EventAssembly
{
public:
    EventAssembly(const CoreFile& core, const CoreNotes& notes, DiagnosticLog& log, Event& event)
        : m_core(core), m_notes(notes), m_log(log), m_event(event)
    {
    }

    void assemble();

private:
    void assembleSystem();
    void mapCopiesOfModules();
    void assembleProcess();
    void assembleThreads();
    void setTimes();
    void findStack(EventThread& thread) const;
    void assembleCrash();
    void assembleDetails();
    void addProcessTimes();
    std::string textAt(std::uint64_t address) const;

    const CoreFile& m_core;
    const CoreNotes& m_notes;
    DiagnosticLog& m_log;
    Event& m_event;
};

} // namespace faultline::corefile
