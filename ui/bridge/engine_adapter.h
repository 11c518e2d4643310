#pragma once

#include "ui/bridge/engine_commands.h"

namespace faultline::ui {

/// EngineCommands over a real engine, which outlives the adapter.
class EngineAdapter final : public EngineCommands
{
public:
    explicit EngineAdapter(Engine& engine) : m_engine(engine) {}

    JobId openEvent(std::filesystem::path path) override;
    JobId symbolicate(EventId event, SymbolicateOptions options) override;
    JobId locateFile(EventId event, std::uint32_t module, std::filesystem::path file) override;
    void closeEvent(EventId event) override;
    JobId loadSource(EventId event, std::uint32_t module, std::string path) override;
    void setSources(std::vector<SourceConfig> sources) override;
    void setOffline(bool offline) override;
    void setLinkedSources(LinkedSourcePolicy policy) override;
    JobId measureCaches() override;
    void cancel(JobId job) override;
    void cancelTransfer(std::uint64_t transfer) override;
    void cancelAll() override;

private:
    Engine& m_engine;
};

} // namespace faultline::ui
