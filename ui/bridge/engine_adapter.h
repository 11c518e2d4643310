// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/engine_commands.h"

namespace faultline::ui {

/// Implements EngineCommands with a real engine, which must outlive the adapter.
class EngineAdapter final : public EngineCommands
{
public:
    explicit EngineAdapter(engine::Engine& engine) : m_engine(engine) {}

    engine::JobId openEvent(std::filesystem::path path) override;
    engine::JobId symbolicate(engine::EventId event,
                              symbolicate::SymbolicateOptions options) override;
    engine::JobId
    locateFile(engine::EventId event, std::uint32_t module, std::filesystem::path file) override;
    engine::JobId forgetFile(engine::EventId event, std::uint32_t module) override;
    void closeEvent(engine::EventId event) override;
    engine::JobId loadSource(engine::EventId event,
                             std::uint32_t module,
                             std::string path,
                             std::uint32_t line) override;
    engine::JobId inspect(engine::EventId event,
                          std::shared_ptr<const engine::InspectionQuestion> question) override;
    void setSources(std::vector<sources::SourceConfig> sources) override;
    void setOffline(bool offline) override;
    void setLinkedSources(symbolicate::LinkedSourcePolicy policy) override;
    void setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo) override;
    engine::JobId testSource(sources::SourceConfig source) override;
    engine::JobId measureCaches() override;
    void cancel(engine::JobId job) override;
    void cancelTransfer(std::uint64_t transfer) override;
    void pauseTransfer(std::uint64_t transfer) override;
    void resumeTransfer(std::uint64_t transfer) override;
    void cancelAll() override;

private:
    engine::Engine& m_engine;
};

} // namespace faultline::ui
