// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/server/mozilla/profiled_code.h"

namespace faultline::app {

/// The engine as the profiler's routes see it. The engine must outlive it.
class EngineCode final : public server::mozilla::ProfiledCode
{
public:
    explicit EngineCode(engine::Engine& engine) : m_engine(engine) {}

    Result<std::string> readSource(const server::mozilla::ProfiledLibrary& library,
                                   std::uint32_t offset,
                                   const std::string& file,
                                   std::stop_token stop) override;
    Result<server::mozilla::LibraryCode> findCode(const server::mozilla::ProfiledLibrary& library,
                                                  std::stop_token stop) override;

private:
    engine::Engine& m_engine;
};

} // namespace faultline::app
