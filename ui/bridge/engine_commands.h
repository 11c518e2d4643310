// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace faultline::ui {

/// The engine's commands, as the bridge uses them. Answers arrive as notices. The product
/// implements the interface with Engine, tests with a double.
class EngineCommands
{
public:
    virtual ~EngineCommands() = default;

    virtual engine::JobId openEvent(std::filesystem::path path) = 0;
    virtual engine::JobId symbolicate(engine::EventId event,
                                      symbolicate::SymbolicateOptions options) = 0;
    virtual engine::JobId
    locateFile(engine::EventId event, std::uint32_t module, std::filesystem::path file) = 0;
    virtual engine::JobId forgetFile(engine::EventId event, std::uint32_t module) = 0;
    virtual void closeEvent(engine::EventId event) = 0;
    virtual engine::JobId loadSource(engine::EventId event,
                                     std::uint32_t module,
                                     std::string path,
                                     std::uint32_t line) = 0;
    virtual engine::JobId inspect(engine::EventId event,
                                  std::shared_ptr<const engine::InspectionQuestion> question) = 0;
    virtual void setSources(std::vector<sources::SourceConfig> sources) = 0;
    virtual void setOffline(bool offline) = 0;
    virtual void setLinkedSources(symbolicate::LinkedSourcePolicy policy) = 0;
    virtual void setPathMappings(std::vector<std::pair<std::string, std::string>> fromTo) = 0;
    virtual engine::JobId testSource(sources::SourceConfig source) = 0;
    virtual engine::JobId measureCaches() = 0;
    virtual void cancel(engine::JobId job) = 0;
    virtual void cancelTransfer(std::uint64_t transfer) = 0;
    virtual void pauseTransfer(std::uint64_t transfer) = 0;
    virtual void resumeTransfer(std::uint64_t transfer) = 0;
    virtual void cancelAll() = 0;
};

} // namespace faultline::ui
