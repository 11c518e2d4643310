// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

#include <filesystem>

namespace faultline::server {

/// Where long answers wait until their clients have read them.
struct AnswerSpool
{
    std::filesystem::path folder{}; ///< For temporary files. Empty: all answers stay in memory.
    std::size_t memoryBytes = std::size_t{1} << 20; ///< What one answer may hold in memory.

    /// Moves a body that is longer into a file without a name. When that fails, the body stays
    /// where it is.
    void keep(HttpResponse& response) const;
};

} // namespace faultline::server
