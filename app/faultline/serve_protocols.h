// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/config/service_config.h"
#include "core/engine/engine.h"
#include "core/server/server.h"

#include <memory>
#include <string>
#include <vector>

namespace faultline::app {

/// Makes symbols that are uploaded in Mozilla's form or as symbfiles sources of all requests that
/// name none. Call it before the engine is made.
void addUploadedSymbols(config::ServiceConfig& config);

/// The protocols that the server speaks in addition to Symbolicator's, as configured. Engine and
/// log must outlive it, and it must outlive the server.
class ServeProtocols
{
public:
    /// Continues with the store of `earlier`, which may be null, because only one may write into a
    /// folder. `profilerToken` is the secret in the profiler's paths. Errors: Unsupported (a
    /// configured value is not usable).
    static Result<std::unique_ptr<ServeProtocols>> create(engine::Engine& engine,
                                                          const config::ServiceConfig& config,
                                                          const std::string& profilerToken,
                                                          LogSink& log,
                                                          const ServeProtocols* earlier);
    /// Removes what a server that ended early left of its work. Call it before the first one is
    /// created.
    static void removeLeftovers(const config::ServiceConfig& config);
    ~ServeProtocols();
    ServeProtocols(const ServeProtocols&) = delete;
    ServeProtocols& operator=(const ServeProtocols&) = delete;

    std::vector<server::RouteMaker> routeMakers();

    /// Leaves files to the protocols that have taken the place of these.
    void retire();

private:
    ServeProtocols() = default;

    struct Mozilla;
    struct Symbfile;
    struct Symcache;

    std::unique_ptr<Mozilla> m_mozilla;
    std::unique_ptr<Symbfile> m_symbfile;
    std::unique_ptr<Symcache> m_symcache;
};

} // namespace faultline::app
