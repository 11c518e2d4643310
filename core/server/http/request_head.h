// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>

namespace faultline::server {

using BeastRequestHead = boost::beast::http::request_header<boost::beast::http::fields>;

/// The end of a body with another coding than "chunked" is unknown (RFC 9112 §6.1), and Beast would
/// read no body.
bool isWellFramed(const BeastRequestHead& message);

/// A target that names the server too (RFC 9112 §3.2.2) loses that part. `contentLength` is that of
/// the body; none when it is chunked.
HttpRequestHead requestHead(const BeastRequestHead& message,
                            const boost::optional<std::uint64_t>& contentLength);

} // namespace faultline::server
