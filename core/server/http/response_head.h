// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

#include <string>
#include <string_view>

namespace faultline::server {

struct ResponseHeadOptions
{
    std::string_view reason;  ///< For the status, as in RFC 9110 §15.
    bool isVersion10 = false; ///< The request was of HTTP/1.0.
    bool closes = false;      ///< The connection is closed after the answer.
};

/// Status line and header of an answer (RFC 9112 §4), up to and with the empty line. Of several
/// headers with one name the last counts.
std::string responseHead(const HttpResponse& response, const ResponseHeadOptions& options);

} // namespace faultline::server
