// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/engine/engine_impl.h"

#include <utility>

namespace faultline::engine {

Engine::Engine(EngineConfig config, LogSink& log, Callback callback)
    : m_impl(std::make_unique<Impl>(std::move(config), log, std::move(callback)))
{
}

Engine::~Engine() = default;

Result<void> Engine::ensureThreads()
{
    return m_impl->ensureThreads();
}

JobId Engine::openEvent(std::filesystem::path path, symbolicate::SymbolicateOptions options)
{
    return m_impl->open(std::move(path), std::nullopt, std::move(options));
}

JobId Engine::openEvent(ByteView bytes, std::string name, symbolicate::SymbolicateOptions options)
{
    return m_impl->open(std::move(name), std::move(bytes), std::move(options));
}

JobId Engine::symbolicate(EventId event, symbolicate::SymbolicateOptions options)
{
    return m_impl->symbolicateAgain(event, std::move(options));
}

JobId Engine::locateFile(EventId event, std::uint32_t module, std::filesystem::path file)
{
    return m_impl->locate(event, module, std::move(file));
}

JobId Engine::forgetFile(EventId event, std::uint32_t module)
{
    return m_impl->forgetFile(event, module);
}

void Engine::closeEvent(EventId event)
{
    m_impl->close(event);
}

JobId Engine::loadSource(EventId event, std::uint32_t module, std::string path, std::uint32_t line)
{
    return m_impl->loadSource(event, module, std::move(path), line);
}

JobId Engine::inspect(EventId event, std::shared_ptr<const InspectionQuestion> question)
{
    return m_impl->inspect(event, std::move(question));
}

void Engine::setSources(std::vector<sources::SourceConfig> sources)
{
    m_impl->settings().setSources(std::move(sources));
}

void Engine::setOffline(bool offline)
{
    m_impl->services().setOffline(offline);
}

void Engine::setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo)
{
    m_impl->settings().setPathMappings(std::move(fromTo));
}

void Engine::setLinkedSources(symbolicate::LinkedSourcePolicy policy)
{
    m_impl->settings().setLinkedSources(std::move(policy));
}

JobId Engine::testSource(sources::SourceConfig source)
{
    return m_impl->testSource(std::move(source));
}

JobId Engine::measureCaches()
{
    return m_impl->measureCaches();
}

void Engine::cancel(JobId job)
{
    m_impl->jobs().cancel(job);
}

void Engine::cancelTransfer(std::uint64_t transfer)
{
    m_impl->services().downloader().cancel(transfer);
}

void Engine::pauseTransfer(std::uint64_t transfer)
{
    m_impl->services().downloader().pause(transfer);
}

void Engine::resumeTransfer(std::uint64_t transfer)
{
    m_impl->services().downloader().resume(transfer);
}

void Engine::cancelAll()
{
    m_impl->cancelAll();
}

ModuleQuestions Engine::moduleQuestions()
{
    return m_impl->moduleQuestions();
}

Result<ReportPtr>
Engine::run(EventPtr event, const symbolicate::SymbolicateOptions& options, std::stop_token stop)
{
    return m_impl->run(std::move(event), options, std::move(stop));
}

Result<KeptEvent>
Engine::keepOpen(EventPtr event,
                 symbolicate::SymbolicateOptions options,
                 const std::function<void(std::string_view, std::uint32_t, std::uint32_t)>& step,
                 const std::stop_token& stop)
{
    return m_impl->keepOpen(std::move(event), std::move(options), step, stop);
}

Result<Inspection>
Engine::ask(EventId event, const InspectionQuestion& question, const std::stop_token& stop)
{
    return m_impl->ask(event, question, stop);
}

ReportPtr Engine::runFromMemory(const EventPtr& event,
                                const symbolicate::SymbolicateOptions& options)
{
    return m_impl->runFromMemory(event, options);
}

const symbolicate::Services& Engine::services() const
{
    return m_impl->services().services();
}

} // namespace faultline::engine
