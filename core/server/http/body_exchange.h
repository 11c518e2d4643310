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
    /// The answers to too long a body and to one that cannot be stored; the text says why.
    std::function<HttpResponse(unsigned status, std::string_view text)> refuse = textRefusal;

    static HttpResponse textRefusal(unsigned status, std::string_view text);
};

/// Gets the whole body.
using BodyHandler = std::move_only_function<void(ByteView body, RequestExchange::Respond respond)>;

/// Takes a body of any type up to a limit (413 beyond it), spooled to disk when it is large.
HttpOpening
openBodyExchange(const HttpRequestHead& head, BodyExchangeOptions options, BodyHandler handler);

} // namespace faultline::server
