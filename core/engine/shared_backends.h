// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/worker_pool.h"
#include "core/cache/shared_backend.h"
#include "core/engine/engine_config.h"
#include "core/net/transport/transport.h"

#include <memory>

namespace faultline::engine {

/// The backend for the shared cache in the configuration; null when there is none. Transport and
/// pool must outlive it. It must not be destroyed on a pool's thread.
std::shared_ptr<cache::SharedBackend> makeSharedBackend(const SharedCacheConfig& config,
                                                        const sources::CloudEnvironment& cloud,
                                                        net::Transport& transport,
                                                        WorkerPool& io);

} // namespace faultline::engine
