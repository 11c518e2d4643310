// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/server/http/body_spool.h"
#include "core/server/http/http_types.h"

#include <filesystem>
#include <functional>
#include <string_view>

namespace faultline::server {

struct JsonExchangeOptions
{
    std::filesystem::path spoolFolder;
    std::uint64_t maxBodyBytes = 0;
    /// Tells whether the handler answers a small body without waiting; null: never. See
    /// RequestExchange::finishesQuickly().
    std::function<bool(std::string_view body)> isQuick{};
};

/// Receives the parsed body.
using JsonBodyHandler =
    std::move_only_function<void(const json::JsonDocument& body, RequestExchange::Respond respond)>;

/// Accepts a JSON body. A wrong content type (415), a body that is too long (413) and text that is
/// not JSON (400) get Symbolicator's answers; docs/spec/http-api.md §4.2.
HttpOpening openJsonExchange(const HttpRequestHead& head,
                             const JsonExchangeOptions& options,
                             JsonBodyHandler handler);

} // namespace faultline::server
