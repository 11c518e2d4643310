// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_adapter.h"

namespace faultline::ui {

engine::JobId EngineAdapter::openEvent(std::filesystem::path path)
{
    return m_engine.openEvent(std::move(path));
}

engine::JobId EngineAdapter::symbolicate(engine::EventId event,
                                         symbolicate::SymbolicateOptions options)
{
    return m_engine.symbolicate(event, std::move(options));
}

engine::JobId
EngineAdapter::locateFile(engine::EventId event, std::uint32_t module, std::filesystem::path file)
{
    return m_engine.locateFile(event, module, std::move(file));
}

engine::JobId EngineAdapter::forgetFile(engine::EventId event, std::uint32_t module)
{
    return m_engine.forgetFile(event, module);
}

void EngineAdapter::closeEvent(engine::EventId event)
{
    m_engine.closeEvent(event);
}

engine::JobId EngineAdapter::loadSource(engine::EventId event,
                                        std::uint32_t module,
                                        std::string path,
                                        std::uint32_t line)
{
    return m_engine.loadSource(event, module, std::move(path), line);
}

engine::JobId EngineAdapter::inspect(engine::EventId event,
                                     std::shared_ptr<const engine::InspectionQuestion> question)
{
    return m_engine.inspect(event, std::move(question));
}

void EngineAdapter::setSources(std::vector<sources::SourceConfig> sources)
{
    m_engine.setSources(std::move(sources));
}

void EngineAdapter::setOffline(bool offline)
{
    m_engine.setOffline(offline);
}

void EngineAdapter::setLinkedSources(symbolicate::LinkedSourcePolicy policy)
{
    m_engine.setLinkedSources(std::move(policy));
}

void EngineAdapter::setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo)
{
    m_engine.setPathMappings(std::move(fromTo));
}

engine::JobId EngineAdapter::testSource(sources::SourceConfig source)
{
    return m_engine.testSource(std::move(source));
}

engine::JobId EngineAdapter::measureCaches()
{
    return m_engine.measureCaches();
}

void EngineAdapter::cancel(engine::JobId job)
{
    m_engine.cancel(job);
}

void EngineAdapter::pauseTransfer(std::uint64_t transfer)
{
    m_engine.pauseTransfer(transfer);
}

void EngineAdapter::resumeTransfer(std::uint64_t transfer)
{
    m_engine.resumeTransfer(transfer);
}

void EngineAdapter::cancelTransfer(std::uint64_t transfer)
{
    m_engine.cancelTransfer(transfer);
}

void EngineAdapter::cancelAll()
{
    m_engine.cancelAll();
}

} // namespace faultline::ui
