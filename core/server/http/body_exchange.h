// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/server/http/http_types.h"

#include <filesystem>
#include <functional>

namespace faultline::server {

struct BodyExchangeOptions
{
    std::filesystem::path spoolFolder;
    std::uint64_t maxBodyBytes = 0;
    /// Makes the answer to a body that is too long or cannot be stored. The text gives the reason.
    std::function<HttpResponse(unsigned status, std::string_view text)> refuse = textRefusal;

    static HttpResponse textRefusal(unsigned status, std::string_view text);
};

/// Receives the complete body.
using BodyHandler = std::move_only_function<void(ByteView body, RequestExchange::Respond respond)>;

/// Accepts a body of any type up to a limit; a longer one gets 413. Large bodies are spooled to
/// disk.
HttpOpening
openBodyExchange(const HttpRequestHead& head, BodyExchangeOptions options, BodyHandler handler);

} // namespace faultline::server
