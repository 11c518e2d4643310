// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/worker_pool.h"
#include "core/net/download/download.h"
#include "core/net/download/download_policy.h"
#include "core/net/download/source_access.h"
#include "core/net/transport/transport.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace faultline::net {

struct BlockedHost;

/// Runs downloads without a thread for each. The transport's single network thread moves bytes; the
/// I/O pool writes and decodes them and pauses transfers that are faster than the pool.
/// Thread-safe. Pool and transport must outlive it.
class Downloader
{
public:
    using Completion = std::move_only_function<void(DownloadOutcome)>;
    using Progress = std::function<void(const TransferStatus&)>;

    /// `progress` may be null. It is called from network and I/O threads and must return quickly.
    Downloader(DownloadPolicy policy, Transport& transport, WorkerPool& io, Progress progress = {});
    /// Cancels everything. All completions have been called when it returns. Must not run on a
    /// pool's thread.
    ~Downloader();
    Downloader(const Downloader&) = delete;
    Downloader& operator=(const Downloader&) = delete;

    /// Returns the transfer's number at once. `done` is called exactly once, from an I/O thread.
    /// After `stop` fires it soon receives Cancelled.
    std::uint64_t start(DownloadRequest request, std::stop_token stop, Completion done);

    void cancel(std::uint64_t transfer);
    /// Stops reading from the server until resume(). The pause counts neither as time nor as an
    /// attempt. The transfer keeps its place among the transfers of its host.
    void pause(std::uint64_t transfer);
    void resume(std::uint64_t transfer);
    void cancelAll();
    void setOffline(bool offline);

    /// Looks at the urgency of every waiting transfer again.
    void urgenciesChanged();

    /// How often `progress` has been told something; it stands still while nothing arrives.
    std::uint64_t progressCount() const;

    /// Hosts that failed too often to be asked now, sorted.
    std::vector<BlockedHost> blockedHosts() const;
    /// Asks the host again from now on. Returns whether it was blocked.
    bool unblock(const std::string& host);

    /// Access to sources: which files they have, and how their requests are signed.
    SourceAccess& access() { return *m_access; }

private:
    class Impl;
    std::unique_ptr<SourceAccess> m_access; ///< Outlives every transfer.
    std::shared_ptr<Impl> m_impl;
};

} // namespace faultline::net
