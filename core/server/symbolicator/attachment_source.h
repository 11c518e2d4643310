// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <optional>
#include <stop_token>
#include <string>

namespace faultline::server {

/// Fetches crash files that a request names by URL (docs/spec/http-api.md §7.4). Thread-safe.
class AttachmentSource
{
public:
    virtual ~AttachmentSource() = default;

    /// Waits for the whole file. Errors: those of a download, and Cancelled.
    virtual Result<ByteView> fetch(const std::string& url,
                                   const std::optional<std::string>& token,
                                   std::stop_token stop) = 0;
};

} // namespace faultline::server
