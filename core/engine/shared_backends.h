#pragma once

#include "core/base/worker_pool.h"
#include "core/cache/shared_backend.h"
#include "core/engine/engine_config.h"
#include "core/net/transport/transport.h"

#include <memory>

namespace faultline::engine {

/// What the configuration names as the place of the shared cache; null when it names none.
/// Transport and pool outlive it; it ends on no pool's thread.
std::shared_ptr<cache::SharedBackend> makeSharedBackend(const SharedCacheConfig& config,
                                                        const sources::CloudEnvironment& cloud,
                                                        net::Transport& transport,
                                                        WorkerPool& io);

} // namespace faultline::engine
