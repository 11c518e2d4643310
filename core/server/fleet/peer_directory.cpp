// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/peer_directory.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace faultline::server {

Result<std::unique_ptr<PeerDirectory>>
PeerDirectory::create(PeerCaller& caller, Resolve resolve, const InstanceId& own)
{
    std::unique_ptr<PeerDirectory> directory(new PeerDirectory(caller, std::move(resolve), own));
    FL_TRY(directory->m_deadlines, DeadlineQueue::create());
    FL_CHECK(directory->m_resolver->ensureThread());
    return directory;
}

PeerDirectory::PeerDirectory(PeerCaller& caller, Resolve resolve, const InstanceId& own)
    : m_caller(caller), m_resolve(std::move(resolve)), m_own(own),
      m_resolver(std::make_unique<WorkerPool>(1))
{
}

PeerDirectory::~PeerDirectory()
{
    stop();
}

void PeerDirectory::find(const OwnerTag& owner, Found found)
{
    std::optional<Peer> known;
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_peers.find(owner);
        if (m_deadlines && at == m_peers.end())
            return waitLocked(owner, std::move(found));
        if (m_deadlines)
            known = at->second;
    }
    found(std::move(known));
}

void PeerDirectory::waitLocked(const OwnerTag& owner, Found found)
{
    const auto id = m_nextWaiter++;
    m_waiters.emplace(
        id, Waiter{.owner = owner,
                   .found = std::move(found),
                   .deadline = m_deadlines->schedule(kFindLimit, [this, id] { giveUp(id); })});
    scheduleRoundLocked();
}

void PeerDirectory::scheduleRoundLocked()
{
    if (std::exchange(m_isRoundDue, true))
        return;
    const auto now = DeadlineQueue::Clock::now();
    m_deadlines->schedule(std::max(now, m_lastRound + kRoundPause) - now, [this] { beginRound(); });
}

void PeerDirectory::beginRound()
{
    const std::lock_guard lock(m_mutex);
    if (m_resolver)
        m_resolver->post([this] { runRound(); });
}

void PeerDirectory::runRound()
{
    std::vector<std::uint64_t> served;
    {
        const std::lock_guard lock(m_mutex);
        m_isRoundDue = false;
        m_lastRound = DeadlineQueue::Clock::now();
        for (const auto& [id, waiter] : m_waiters)
            served.push_back(id);
    }
    const auto addresses = m_resolve(m_stop.get_token());
    if (m_stop.stop_requested())
        return; // stop() gives up all that wait.
    makeRoom(addresses);
    if (addresses.empty())
        return giveUpAll(served);
    const auto left = std::make_shared<std::atomic<std::size_t>>(addresses.size());
    for (const auto& address : addresses) {
        m_caller.ask(address, {.target = "/peers/instance", .limit = kAskLimit},
                     [this, address, left, served](const Result<PeerAnswer>& answer) {
                         learn(address, answer);
                         if (--*left == 0)
                             giveUpAll(served);
                     });
    }
}

/// An address that the resolver no longer names may still answer, as an instance that drains does,
/// but not for ever.
void PeerDirectory::makeRoom(const std::vector<std::string>& addresses)
{
    const std::lock_guard lock(m_mutex);
    if (m_peers.size() < kMostKept)
        return;
    std::erase_if(m_peers, [&](const auto& known) {
        return std::ranges::find(addresses, known.second.address) == addresses.end();
    });
}

/// The address where an instance was found first stays its own: a second one that claims the same
/// is another way to it, or lies.
void PeerDirectory::learn(const std::string& address, const Result<PeerAnswer>& answer)
{
    std::vector<Waiters::node_type> served;
    Peer peer{.instance = answer ? answer->instance : InstanceId{}, .address = address};
    {
        const std::lock_guard lock(m_mutex);
        forgetAddressLocked(address, answer ? std::optional(peer.instance) : std::nullopt);
        if (!answer || peer.instance == m_own)
            return;
        const auto tag = tagOf(peer.instance);
        peer = m_peers.try_emplace(tag, peer).first->second;
        for (auto at = m_waiters.begin(); at != m_waiters.end();) {
            const auto next = std::next(at);
            if (at->second.owner == tag)
                served.push_back(m_waiters.extract(at));
            at = next;
        }
        for (const auto& waiter : served) {
            if (m_deadlines)
                m_deadlines->cancel(waiter.mapped().deadline);
        }
    }
    for (auto& waiter : served)
        waiter.mapped().found(peer);
}

void PeerDirectory::forgetAddressLocked(const std::string& address,
                                        const std::optional<InstanceId>& now)
{
    std::erase_if(m_peers, [&](const auto& known) {
        return known.second.address == address && known.second.instance != now;
    });
}

void PeerDirectory::forget(const Peer& peer)
{
    const std::lock_guard lock(m_mutex);
    forgetAddressLocked(peer.address, std::nullopt);
}

void PeerDirectory::giveUp(std::uint64_t waiter)
{
    Waiters::node_type node;
    {
        const std::lock_guard lock(m_mutex);
        node = m_waiters.extract(waiter);
    }
    if (!node.empty())
        node.mapped().found(std::nullopt);
}

void PeerDirectory::giveUpAll(const std::vector<std::uint64_t>& waiters)
{
    for (const auto waiter : waiters)
        giveUp(waiter);
}

void PeerDirectory::stop()
{
    std::unique_ptr<DeadlineQueue> deadlines;
    std::unique_ptr<WorkerPool> resolver;
    {
        const std::lock_guard lock(m_mutex);
        deadlines = std::move(m_deadlines);
        resolver = std::move(m_resolver);
    }
    m_stop.request_stop();
    deadlines.reset(); // Both join.
    resolver.reset();
    std::vector<std::uint64_t> left;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [id, waiter] : m_waiters)
            left.push_back(id);
    }
    giveUpAll(left);
}

} // namespace faultline::server
