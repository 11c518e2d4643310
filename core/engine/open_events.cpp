// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/open_events.h"

#include <utility>

namespace faultline::engine {

EventId OpenEvents::add(std::stop_source stop)
{
    const std::lock_guard lock(m_mutex);
    const EventId id{++m_last};
    m_events[id].newest = std::move(stop);
    return id;
}

Result<EventRun> OpenEvents::beginFirst(EventId id,
                                        JobId job,
                                        EventPtr event,
                                        ByteView file,
                                        std::string folder,
                                        const symbolicate::SymbolicateOptions& options)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    if (found == m_events.end())
        return fail(ErrorKind::Cancelled, "the event was closed");
    auto& state = found->second;
    state.event = event;
    state.file = file;
    state.folder = std::move(folder);
    state.isResolving = true;
    state.generation = 1;
    state.options = options;
    return EventRun{id, job, state.generation, std::move(event), std::move(file)};
}

void OpenEvents::supersede(EventId id, std::stop_source stop)
{
    std::stop_source previous(std::nostopstate);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_events.find(id); found != m_events.end() && found->second.event)
            previous = std::exchange(found->second.newest, std::move(stop));
    }
    // Never under the lock, because it calls back waiting code.
    previous.request_stop();
}

Result<EventRun> OpenEvents::beginNext(EventId id,
                                       JobId job,
                                       symbolicate::SymbolicateOptions& options,
                                       const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_ended.wait(lock, stop, [this, id] {
        const auto found = m_events.find(id);
        return found == m_events.end() || !found->second.isResolving;
    });
    if (stop.stop_requested())
        return fail(ErrorKind::Cancelled, "cancelled before it began");
    const auto found = m_events.find(id);
    if (found == m_events.end() || !found->second.event)
        return fail(ErrorKind::NotFound, "the event is not open");
    auto& state = found->second;
    state.isResolving = true;
    state.options = options;
    options.locatedFiles.insert(options.locatedFiles.end(), state.located.begin(),
                                state.located.end());
    return EventRun{id, job, ++state.generation, state.event, state.file};
}

void OpenEvents::end(const EventRun& run,
                     std::vector<symbolicate::ResolvedModule> modules,
                     ReportPtr report)
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_events.find(run.id); found != m_events.end()) {
        found->second.isResolving = false;
        if (!modules.empty())
            found->second.modules =
                std::make_shared<const std::vector<symbolicate::ResolvedModule>>(
                    std::move(modules));
        if (report)
            found->second.report = std::move(report);
    }
    m_ended.notify_all();
}

symbolicate::SymbolicateOptions OpenEvents::locate(EventId id, symbolicate::LocatedFile file)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    if (found == m_events.end())
        return {};
    auto& located = found->second.located;
    std::erase_if(located,
                  [&](const symbolicate::LocatedFile& l) { return l.module == file.module; });
    located.push_back(std::move(file));
    return found->second.options;
}

symbolicate::SymbolicateOptions OpenEvents::forgetFile(EventId id, std::uint32_t module)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    if (found == m_events.end())
        return {};
    std::erase_if(found->second.located,
                  [module](const symbolicate::LocatedFile& l) { return l.module == module; });
    return found->second.options;
}

void OpenEvents::keepStored(EventId id, std::shared_ptr<const bundle::ReportBundle> stored)
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_events.find(id); found != m_events.end())
        found->second.stored = std::move(stored);
}

std::shared_ptr<const bundle::ReportBundle> OpenEvents::stored(EventId id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    return found == m_events.end() ? nullptr : found->second.stored;
}

std::string OpenEvents::folderOf(EventId id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    return found == m_events.end() ? std::string() : found->second.folder;
}

symbolicate::ResolvedModule OpenEvents::resolvedModule(EventId id, std::uint32_t module) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    if (found == m_events.end() || !found->second.modules ||
        module >= found->second.modules->size())
        return {};
    return (*found->second.modules)[module];
}

EventFindings OpenEvents::findings(EventId id) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_events.find(id);
    if (found == m_events.end())
        return {};
    return {found->second.event, found->second.report, found->second.modules,
            found->second.options.framePointerFirst};
}

void OpenEvents::close(EventId id)
{
    const std::lock_guard lock(m_mutex);
    m_events.erase(id);
    m_ended.notify_all();
}

} // namespace faultline::engine
