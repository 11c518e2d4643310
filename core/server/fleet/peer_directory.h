// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/worker_pool.h"
#include "core/server/fleet/fleet_ids.h"
#include "core/server/fleet/peer_caller.h"
#include "core/server/http/deadline_queue.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server {

/// An instance and where it said so itself.
struct Peer
{
    InstanceId instance{};
    std::string address;
};

/// Which instance is at which address. When an unknown one is wanted, every address is asked who is
/// there: in rounds, at most one each kRoundPause, whoever asks how often. Thread-safe.
class PeerDirectory
{
public:
    /// The present addresses. May wait for the network; after the token is stopped it ends soon. Is
    /// called by one thread at a time.
    using Resolve = std::function<std::vector<std::string>(const std::stop_token&)>;
    using Found = std::move_only_function<void(std::optional<Peer>)>;

    static constexpr std::chrono::milliseconds kRoundPause{200};
    /// How long an address may take to say who is there, and how long find() may take.
    static constexpr std::chrono::milliseconds kAskLimit{400};
    static constexpr std::chrono::milliseconds kFindLimit{900};
    /// When so many instances are known, those are forgotten whose addresses the resolver no longer
    /// names.
    static constexpr std::size_t kMostKept = 256;

    /// The caller must outlive the directory's work. Errors: those of startThread().
    static Result<std::unique_ptr<PeerDirectory>>
    create(PeerCaller& caller, Resolve resolve, const InstanceId& own);
    /// Calls stop(). No question of the directory's may be open any more.
    ~PeerDirectory();
    PeerDirectory(const PeerDirectory&) = delete;
    PeerDirectory& operator=(const PeerDirectory&) = delete;

    /// Calls `found` once, now or later on any thread; absent when no address has the instance, or
    /// after stop().
    void find(const OwnerTag& owner, Found found);
    /// Something else answered there, or nothing.
    void forget(const Peer& peer);
    void stop();

private:
    struct Waiter
    {
        OwnerTag owner{};
        Found found;
        DeadlineQueue::Ticket deadline;
    };

    using Waiters = std::map<std::uint64_t, Waiter>;

    PeerDirectory(PeerCaller& caller, Resolve resolve, const InstanceId& own);

    void waitLocked(const OwnerTag& owner, Found found);
    void scheduleRoundLocked();
    void beginRound();
    void runRound();
    void makeRoom(const std::vector<std::string>& addresses);
    void learn(const std::string& address, const Result<PeerAnswer>& answer);
    void forgetAddressLocked(const std::string& address, const std::optional<InstanceId>& now);
    void giveUp(std::uint64_t waiter);
    void giveUpAll(const std::vector<std::uint64_t>& waiters);

    PeerCaller& m_caller;
    const Resolve m_resolve;
    const InstanceId m_own;
    std::stop_source m_stop;
    std::mutex m_mutex; // Guards all members after it.
    std::map<OwnerTag, Peer> m_peers;
    Waiters m_waiters;
    std::uint64_t m_nextWaiter = 0;
    bool m_isRoundDue = false;
    DeadlineQueue::Clock::time_point m_lastRound{};
    std::unique_ptr<DeadlineQueue> m_deadlines; ///< Null after stop().
    std::unique_ptr<WorkerPool> m_resolver;     ///< The same.
};

} // namespace faultline::server
