// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/cloud_environment.h"

#include <chrono>
#include <cstddef>

namespace faultline::net {

/// Settings of sources that need more than a URL. Defaults: docs/spec/http-api.md §11.
struct SourceAccessOptions
{
    sources::CloudEnvironment cloud;
    std::chrono::seconds sentryIndexTtl{3600}; ///< How long listings are reused.
    std::size_t sentryIndexCapacity = 100'000; ///< Number of listings kept.
    std::size_t gcsTokenCapacity = 100;        ///< Number of tokens kept.
};

} // namespace faultline::net
