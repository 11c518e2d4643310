// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/activity.h"
#include "core/base/worker_pool.h"
#include "core/net/transport/transport.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace faultline::net {

/// A complete short answer with any status.
struct HttpAnswer
{
    HttpHead head;
    std::string body;
};

/// Settings common to all small requests.
struct HttpCallSettings
{
    std::chrono::milliseconds connectTimeout{5000};
    std::chrono::milliseconds headTimeout{10000};
    std::chrono::milliseconds totalTimeout{30000};
    bool connectToReservedIps = true;
    bool filterTrustedClients = false; ///< Applies the address filter to trusted servers too.
    std::string userAgent;
};

/// Does the address filter apply? Servers that the operator or the machine names are trusted.
enum class HttpTrust : std::uint8_t { Filtered, Trusted, AlwaysTrusted };

/// Runs small requests whose answers fit into memory: tokens, listings, writes to an object store.
/// Makes one attempt each. Thread-safe. Transport and pool must outlive it.
class HttpCaller
{
public:
    using Done = std::move_only_function<void(Result<HttpAnswer>)>;

    HttpCaller(Transport& transport, WorkerPool& io, HttpCallSettings settings);
    /// Cancels everything. All completions have been called when it returns. Must not run on a
    /// pool's thread.
    ~HttpCaller();
    HttpCaller(const HttpCaller&) = delete;
    HttpCaller& operator=(const HttpCaller&) = delete;

    /// Calls `done` exactly once, from an I/O thread; after `stop` fires it does so soon. Errors:
    /// those of the transport; Malformed (the body is longer than `maxBytes`).
    void call(HttpExchange exchange, std::size_t maxBytes, std::stop_token stop, Done done);

    /// Cancels all calls, including later ones.
    void close() { m_closing.request_stop(); }

    /// A GET request with the settings applied.
    HttpExchange exchangeFor(std::string url, HttpTrust trust) const;

private:
    const HttpCallSettings m_settings;
    Transport& m_transport;
    WorkerPool& m_io;
    std::stop_source m_closing;
    Activity m_activity;
};

} // namespace faultline::net
