// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::server {

/// Start line and header of a request.
struct HttpRequestHead
{
    std::string method;
    std::string path;  ///< Still percent-encoded, without the query.
    std::string query; ///< Without '?'.
    std::vector<std::pair<std::string, std::string>> headers;
    std::optional<std::uint64_t> contentLength;

    /// The first header with that name, ignoring case; empty when absent.
    std::string_view header(std::string_view name) const;
};

struct HttpResponse
{
    unsigned status = 200;
    std::string contentType;
    std::vector<std::pair<std::string, std::string>> headers;
    /// Null when the answer is empty or its body is in `bytes`.
    std::shared_ptr<const std::string> body;
    ByteView bytes{}; ///< A body that lies elsewhere, such as a mapped file.

    /// The body's characters, wherever they are.
    std::string_view content() const { return body ? std::string_view(*body) : bytes.text(); }
};

HttpResponse emptyResponse(unsigned status);
HttpResponse textResponse(unsigned status, std::string text);
/// `json` is already JSON text.
HttpResponse jsonResponse(unsigned status, std::shared_ptr<const std::string> json);
/// `{"detail": …, "causes": […]}`, Symbolicator's error body (docs/spec/http-api.md §4.1).
HttpResponse errorResponse(unsigned status,
                           std::string_view detail,
                           const std::vector<std::string>& causes = {});

/// The answer when a request ended in a failure that is not the client's: 503 if it may pass soon,
/// with the reason, else 500 without.
HttpResponse failureResponse(const Error& error);

/// One request whose body is arriving. Called from one thread at a time.
class RequestExchange
{
public:
    virtual ~RequestExchange() = default;

    /// Receives the next piece of the body. A returned response ends the exchange, and the rest of
    /// the body is discarded.
    virtual std::optional<HttpResponse> receive(Bytes piece) = 0;

    /// Tells whether receive() only copies a body of that size. Then the thread that reads the
    /// connection calls it; otherwise one that may wait for a disk does.
    virtual bool keepsInMemory(std::uint64_t /*bodyBytes*/) const { return false; }

    /// Tells whether finish() waits for nothing and ends within a few milliseconds, now that the
    /// body is complete. Then the thread that reads the connection calls it.
    virtual bool finishesQuickly() const { return false; }

    using Respond = std::move_only_function<void(HttpResponse)>;

    /// Called when the body is complete. Call `respond` once, now or later, on any thread.
    virtual void finish(Respond respond) = 0;
};

/// The result of a request's head: an answer, or an exchange that needs the body.
using HttpOpening = std::variant<HttpResponse, std::unique_ptr<RequestExchange>>;

/// Thread-safe.
class HttpHandler
{
public:
    virtual ~HttpHandler() = default;
    virtual HttpOpening open(const HttpRequestHead& head) = 0;
};

/// Answers after the body was read; ignores its content.
std::unique_ptr<RequestExchange>
makeBodilessExchange(std::move_only_function<void(RequestExchange::Respond)> answer);

} // namespace faultline::server
