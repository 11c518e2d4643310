// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/dump_streams.h"

namespace faultline::minidump {

/// Makes an Event from the streams of a dump. Lives for one call; all references must outlive it.
class EventAssembly
{
public:
    EventAssembly(const Minidump& dump,
                  const DumpStreams& streams,
                  DiagnosticLog& log,
                  Event& event)
        : m_dump(dump), m_streams(streams), m_log(log), m_event(event)
    {
    }

    void assemble();

private:
    void assembleSystem();
    void assembleProcess();
    void assembleModules();
    void assembleMemory();
    void assembleCrash();
    bool isPcInsteadOfAddress(const ExceptionRecord& record) const;
    void assembleAnnotations();
    void completeAssertion();
    std::string objectiveCException() const;
    std::optional<std::uint32_t> moduleIndexByName(const std::string& name) const;

    // event_threads.cpp
    void assembleThreads();
    EventThread makeThread(const ThreadRecord& record) const;
    void readContext(const ThreadRecord& record, bool requesting, EventThread& thread);
    bool applyContext(Location location, std::string_view what, EventThread& thread);
    void findStack(const ThreadRecord& record, EventThread& thread) const;
    void readLastError(EventThread& thread) const;
    std::optional<std::uint32_t> findRequestingThread();
    void completeArch();

    // event_details.cpp
    void assembleDetails();
    void addDetail(std::string key, std::string value);
    void addCrashpadDetails();
    void addMiscDetails();
    void addLinuxDetails();

    const Minidump& m_dump;
    const DumpStreams& m_streams;
    DiagnosticLog& m_log;
    Event& m_event;
};

} // namespace faultline::minidump
