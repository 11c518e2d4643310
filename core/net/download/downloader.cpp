// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/downloader.h"

#include "core/base/activity.h"
#include "core/base/contained.h"
#include "core/net/download/transfer.h"
#include "core/net/download/transfer_queue.h"
#include "core/sources/source_traits.h"
#include "core/sources/url.h"

#include <mutex>
#include <unordered_map>

namespace faultline::net {

namespace {

/// Empty for local files, which need no server.
std::string hostOf(const DownloadRequest& request)
{
    const auto* http = std::get_if<HttpTarget>(&request.from);
    return http == nullptr ? std::string() : sources::urlHost(http->url);
}

/// Ids of Sentry's sources are told apart, as far as they are known: a request may name any.
/// Source: the built-in sources of getsentry/sentry (src/sentry/conf/server.py).
StaticText sentrySource(std::string_view id)
{
    static constexpr std::array<StaticText, 17> kKnown{
        "sentry:amd",      "sentry:android", "sentry:apple",     "sentry:autodesk",
        "sentry:chromium", "sentry:citrix",  "sentry:electron",  "sentry:intel",
        "sentry:ios",      "sentry:macos",   "sentry:microsoft", "sentry:mozilla",
        "sentry:nvidia",   "sentry:project", "sentry:tvos",      "sentry:unity",
        "sentry:watchos"};
    return oneOf(kKnown, id, "sentry");
}

constexpr std::array<StaticText, 2> kStores{"s3", "gcs"};

/// Returns the name of a source in metrics: Sentry's own ids unchanged, otherwise the kind.
StaticText metricSource(const DownloadRequest& request)
{
    if (request.source.starts_with("sentry:"))
        return sentrySource(request.source);
    if (std::holds_alternative<LocalTarget>(request.from))
        return "filesystem";
    if (const auto* target = std::get_if<SignedTarget>(&request.from))
        return oneOf(kStores, sources::traitsOf(*target->file.source).type, "http");
    return "http";
}

/// Tells whether the reference would count the outcome as a failure of its own. It does not count
/// answers.
bool isFailure(const DownloadOutcome& outcome)
{
    if (outcome.content)
        return false;
    const auto kind = broadKind(outcome.content.error().kind);
    return kind == ErrorKind::Timeout || kind == ErrorKind::DownloadFailed ||
           kind == ErrorKind::Internal;
}

HttpCallSettings callSettings(const DownloadPolicy& policy)
{
    HttpCallSettings settings;
    settings.connectTimeout = policy.connectTimeout;
    settings.headTimeout = policy.headTimeout;
    settings.totalTimeout = std::min(settings.totalTimeout, policy.totalTimeout);
    settings.connectToReservedIps = policy.connectToReservedIps;
    settings.filterTrustedClients = policy.filterTrustedClients;
    settings.userAgent = policy.userAgent;
    return settings;
}

std::unique_ptr<SourceAccess>
makeAccess(const DownloadPolicy& policy, Transport& transport, WorkerPool& io)
{
    auto access =
        std::make_unique<SourceAccess>(transport, io, callSettings(policy), policy.access);
    access->setOffline(policy.offline);
    return access;
}

} // namespace

std::string defaultUserAgent()
{
    return "faultline/" FAULTLINE_VERSION;
}

class Downloader::Impl : public std::enable_shared_from_this<Downloader::Impl>
{
public:
    Impl(DownloadPolicy policy, Transport& transport, WorkerPool& io, Progress progress)
        : m_policy(std::move(policy)), m_queue({.perHost = m_policy.maxPerHost,
                                                .total = m_policy.maxTotal,
                                                .openFiles = m_policy.maxOpenFiles}),
          m_denyList(m_policy.denyList),
          m_services{.transport = transport, .io = io, .denyList = m_denyList},
          m_progress(counted(std::move(progress)))
    {
    }

    std::uint64_t start(DownloadRequest request, std::stop_token stop, Completion done);
    void cancel(std::uint64_t id);
    void pause(std::uint64_t id);
    void resume(std::uint64_t id);
    void cancelAll();
    void setOffline(bool offline);
    void urgenciesChanged();
    void count(const DownloadOutcome& outcome, StaticText source) const;

    HostDenyList& denyList() { return m_denyList; }

    std::uint64_t progressCount() const { return m_progressCount; }

    void shutDown()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isClosing = true;
        }
        cancelAll();
        m_activity.waitUntilIdle();
    }

private:
    using TransferPtr = std::shared_ptr<Transfer>;
    using Watch = std::stop_callback<std::function<void()>>;

    enum class Turn : std::uint8_t {
        Announced, ///< Its "queued" is being reported; it may not start yet.
        Waiting,   ///< In the queue.
        Running,
        Withdrawn ///< Was cancelled before its turn, and ends without one.
    };

    struct Entry
    {
        TransferPtr transfer;
        std::string host;
        SharedUrgency wanted; ///< May be null.
        Turn turn = Turn::Announced;
        Urgency urgency = Urgency::Ordinary; ///< In the queue.
        std::shared_ptr<Watch> watch;
    };

    Progress counted(Progress progress)
    {
        if (!progress)
            return {};
        return [this, progress = std::move(progress)](const TransferStatus& status) {
            ++m_progressCount;
            progress(status);
        };
    }

    static Urgency urgencyOf(const Entry& entry)
    {
        return entry.wanted ? entry.wanted->load() : Urgency::Ordinary;
    }

    TransferPtr find(std::uint64_t id);
    void enqueue(std::uint64_t id);
    void watch(std::uint64_t id, std::stop_token stop);
    bool withdraw(std::uint64_t id, Entry& entry);
    void cancelWhenClosing(Transfer& transfer);
    void ended(std::uint64_t id);
    std::shared_ptr<void> holdOpenFile();
    void closedFile();
    void beginRunnable();
    std::vector<TransferPtr> takeRunnable();

    std::mutex m_mutex; // Guards what follows.
    DownloadPolicy m_policy;
    std::unordered_map<std::uint64_t, Entry> m_entries;
    TransferQueue m_queue;
    bool m_isClosing = false; // Transfers that a completion still starts end at once.

    HostDenyList m_denyList;
    const TransferServices m_services;
    std::atomic<std::uint64_t> m_progressCount{0};
    const Progress m_progress;
    Activity m_activity;
    std::atomic<std::uint64_t> m_nextId{1};
};

void Downloader::Impl::count(const DownloadOutcome& outcome, StaticText source) const
{
    if (m_policy.metrics == nullptr)
        return;
    if (isFailure(outcome))
        m_policy.metrics->count("service.download.failure", {.name = "source", .value = source});
    m_policy.metrics->distribution("download_duration", {},
                                   static_cast<double>(outcome.duration.count()));
    m_policy.metrics->distribution("download_size", {}, static_cast<double>(outcome.receivedBytes));
}

std::uint64_t
Downloader::Impl::start(DownloadRequest request, std::stop_token stop, Completion done)
{
    // Counts this call too: the transfer may end during the call, and with it the downloader's last
    // wait.
    const auto busy = m_activity.begin();
    const auto id = m_nextId.fetch_add(1);
    const auto host = hostOf(request);
    auto finish = [self = shared_from_this(), token = m_activity.begin(), id,
                   source = metricSource(request),
                   done = std::move(done)](DownloadOutcome outcome) mutable {
        // The file counts on before the transfer no longer does, so that no other takes its place.
        if (outcome.content && std::holds_alternative<TempFile>(*outcome.content))
            std::get<TempFile>(*outcome.content).hold(self->holdOpenFile());
        self->ended(id);
        self->count(outcome, source);
        done(std::move(outcome));
    };
    const auto urgency = request.urgency;
    TransferPtr transfer;
    {
        const std::lock_guard lock(m_mutex);
        transfer = std::make_shared<Transfer>(id, std::move(request), m_policy, m_services,
                                              m_progress, std::move(finish));
        m_entries.emplace(
            id, Entry{.transfer = transfer, .host = host, .wanted = urgency, .watch = nullptr});
    }
    transfer->reportQueued();
    enqueue(id);
    watch(id, std::move(stop));
    cancelWhenClosing(*transfer);
    beginRunnable();
    return id;
}

/// Until now the transfer could not start, so "queued" is its first state.
void Downloader::Impl::enqueue(std::uint64_t id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.turn != Turn::Announced)
        return;
    auto& entry = found->second;
    entry.urgency = urgencyOf(entry);
    m_queue.add(id, entry.host, entry.urgency, entry.transfer->lane());
    entry.turn = Turn::Waiting;
}

void Downloader::Impl::urgenciesChanged()
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::uint64_t> changed;
    for (const auto& [id, entry] : m_entries) {
        if (entry.turn == Turn::Waiting && urgencyOf(entry) != entry.urgency)
            changed.push_back(id);
    }
    std::ranges::sort(changed); // In the order of asking.
    for (const auto id : changed) {
        auto& entry = m_entries.at(id);
        entry.urgency = urgencyOf(entry);
        m_queue.remove(id, entry.host);
        m_queue.add(id, entry.host, entry.urgency, entry.transfer->lane());
    }
}

/// The callback may fire at once, and from any thread.
void Downloader::Impl::watch(std::uint64_t id, std::stop_token stop)
{
    if (!stop.stop_possible())
        return;
    auto callback = std::make_shared<Watch>(std::move(stop), [weak = weak_from_this(), id] {
        containedAlone([&] {
            if (const auto self = weak.lock())
                self->cancel(id);
        });
    });
    const std::lock_guard lock(m_mutex);
    if (const auto entry = m_entries.find(id); entry != m_entries.end())
        entry->second.watch = std::move(callback);
}

void Downloader::Impl::cancelWhenClosing(Transfer& transfer)
{
    bool isClosing = false;
    {
        const std::lock_guard lock(m_mutex);
        isClosing = m_isClosing;
    }
    if (isClosing)
        transfer.cancel();
}

std::vector<Downloader::Impl::TransferPtr> Downloader::Impl::takeRunnable()
{
    std::vector<TransferPtr> runnable;
    const std::lock_guard lock(m_mutex);
    while (true) {
        runnable.reserve(runnable.size() + 1); // Nothing is taken that cannot be begun.
        const auto id = m_queue.take();
        if (!id)
            break;
        auto& entry = m_entries.at(*id);
        entry.turn = Turn::Running;
        runnable.push_back(entry.transfer);
    }
    return runnable;
}

void Downloader::Impl::ended(std::uint64_t id)
{
    Entry entry; // Destroyed without the lock: its watch may be firing and then waits for us.
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(id);
        if (found == m_entries.end())
            return;
        entry = std::move(found->second);
        m_entries.erase(found);
        if (entry.turn == Turn::Running)
            m_queue.ended(entry.host);
    }
    beginRunnable();
}

/// The token lives as long as the file is open.
std::shared_ptr<void> Downloader::Impl::holdOpenFile()
{
    {
        const std::lock_guard lock(m_mutex);
        m_queue.fileOpened();
    }
    return {nullptr, [weak = weak_from_this()](void*) {
                if (const auto self = weak.lock())
                    containedAlone([&] { self->closedFile(); });
            }};
}

void Downloader::Impl::closedFile()
{
    {
        const std::lock_guard lock(m_mutex);
        m_queue.fileClosed();
    }
    beginRunnable();
}

void Downloader::Impl::beginRunnable()
{
    for (const auto& runnable : takeRunnable())
        runnable->begin();
}

/// Requires the lock. Returns whether the transfer had not had its turn.
bool Downloader::Impl::withdraw(std::uint64_t id, Entry& entry)
{
    if (entry.turn == Turn::Running || entry.turn == Turn::Withdrawn)
        return false;
    m_queue.remove(id, entry.host);
    entry.turn = Turn::Withdrawn;
    return true;
}

void Downloader::Impl::cancel(std::uint64_t id)
{
    TransferPtr transfer;
    bool isWithdrawn = false;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(id);
        if (found == m_entries.end())
            return;
        transfer = found->second.transfer;
        isWithdrawn = withdraw(id, found->second);
    }
    transfer->cancel();
    if (isWithdrawn)
        transfer->begin(); // Only to end.
}

Downloader::Impl::TransferPtr Downloader::Impl::find(std::uint64_t id)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : found->second.transfer;
}

void Downloader::Impl::pause(std::uint64_t id)
{
    if (const auto transfer = find(id))
        transfer->pause();
}

void Downloader::Impl::resume(std::uint64_t id)
{
    if (const auto transfer = find(id))
        transfer->resume();
}

void Downloader::Impl::cancelAll()
{
    std::vector<std::uint64_t> ids;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [id, entry] : m_entries)
            ids.push_back(id);
    }
    for (const auto id : ids)
        cancel(id);
}

void Downloader::Impl::setOffline(bool offline)
{
    const std::lock_guard lock(m_mutex);
    m_policy.offline = offline;
}

Downloader::Downloader(DownloadPolicy policy,
                       Transport& transport,
                       WorkerPool& io,
                       Progress progress)
    : m_access(makeAccess(policy, transport, io)),
      m_impl(std::make_shared<Impl>(std::move(policy), transport, io, std::move(progress)))
{
}

Downloader::~Downloader()
{
    m_impl->shutDown();
}

std::uint64_t Downloader::start(DownloadRequest request, std::stop_token stop, Completion done)
{
    if (const auto* file = std::get_if<SignedTarget>(&request.from)) {
        // Until the request is signed, the location serves as the host; for a store that is the
        // bucket.
        HttpTarget target{.url = request.location, .access = m_access->accessTo(file->file)};
        request.from = std::move(target);
    }
    return m_impl->start(std::move(request), std::move(stop), std::move(done));
}

void Downloader::cancel(std::uint64_t transfer)
{
    m_impl->cancel(transfer);
}

void Downloader::pause(std::uint64_t transfer)
{
    m_impl->pause(transfer);
}

void Downloader::resume(std::uint64_t transfer)
{
    m_impl->resume(transfer);
}

void Downloader::cancelAll()
{
    m_impl->cancelAll();
}

void Downloader::urgenciesChanged()
{
    m_impl->urgenciesChanged();
}

std::uint64_t Downloader::progressCount() const
{
    return m_impl->progressCount();
}

std::vector<BlockedHost> Downloader::blockedHosts() const
{
    return m_impl->denyList().blockedHosts(HostDenyList::Clock::now());
}

bool Downloader::unblock(const std::string& host)
{
    return m_impl->denyList().unblock(host);
}

void Downloader::setOffline(bool offline)
{
    m_impl->setOffline(offline);
    m_access->setOffline(offline);
}

} // namespace faultline::net
