#pragma once

#include "core/base/worker_pool.h"
#include "core/net/download/download.h"
#include "core/net/download/download_policy.h"
#include "core/net/download/source_access.h"
#include "core/net/transport/transport.h"

#include <functional>
#include <memory>

namespace faultline::net {

/// Runs downloads without a thread each: the transport's one network thread moves bytes, the I/O
/// pool writes and decodes them, pausing transfers that outrun it. Thread-safe. Pool and transport
/// outlive it.
class Downloader
{
public:
    using Completion = std::move_only_function<void(DownloadOutcome)>;
    using Progress = std::function<void(const TransferStatus&)>;

    /// `progress` may be null; it is called from network and I/O threads and must return quickly.
    Downloader(DownloadPolicy policy, Transport& transport, WorkerPool& io, Progress progress = {});
    /// Cancels everything; all completions have been called on return. Never on a pool's thread.
    ~Downloader();
    Downloader(const Downloader&) = delete;
    Downloader& operator=(const Downloader&) = delete;

    /// Returns at once with the transfer's number. `done` is called exactly once, from an I/O
    /// thread; when `stop` fires it gets Cancelled soon after.
    std::uint64_t start(DownloadRequest request, std::stop_token stop, Completion done);

    void cancel(std::uint64_t transfer);
    /// Stops reading from the server until resume(), without counting the time or an attempt. The
    /// transfer keeps its place among those of its host.
    void pause(std::uint64_t transfer);
    void resume(std::uint64_t transfer);
    void cancelAll();
    void setOffline(bool offline);

    /// The sources' side of it: what they have, how their requests are signed.
    SourceAccess& access() { return *m_access; }

private:
    class Impl;
    std::unique_ptr<SourceAccess> m_access; ///< Outlives every transfer.
    std::shared_ptr<Impl> m_impl;
};

} // namespace faultline::net
