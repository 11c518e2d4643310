// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/activity.h"
#include "core/base/log.h"
#include "core/server/fleet/peer_directory.h"
#include "core/server/http/router.h"
#include "core/server/symbolicator/job_table.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server {

struct FleetOptions
{
    std::string token;              ///< What all instances share; never sent.
    PeerDirectory::Resolve resolve; ///< The addresses of all instances; this one may be among them.
    /// How long a question without a time limit may wait: as long as a job may run.
    std::chrono::milliseconds longestWait = std::chrono::minutes(15);
};

/// One instance of a fleet whose instances answer for each other's jobs: an id says whose it is,
/// the owner is asked once, and it answers for its own jobs only, so that no question goes on
/// (docs/spec/http-api.md §3.2). Thread-safe.
class Fleet
{
public:
    /// Absent: nobody has such a job any more. Else the job's envelope as JSON text.
    using Answered = std::move_only_function<void(std::optional<std::string>)>;

    /// The log must outlive the fleet. Errors: those of startThread().
    static Result<std::unique_ptr<Fleet>>
    create(FleetOptions options, std::unique_ptr<PeerCaller> caller, LogSink& log);
    /// The same with makeHttpPeerCaller().
    static Result<std::unique_ptr<Fleet>> create(FleetOptions options, LogSink& log);
    /// Calls stop().
    ~Fleet();
    Fleet(const Fleet&) = delete;
    Fleet& operator=(const Fleet&) = delete;

    /// The id of a new job of this instance.
    JobKey mint() const { return m_ids.mint(); }

    /// Asks the owner of a job that this instance does not know. It waits as long as the client
    /// does; without a limit, until the job ends. Calls `answered` once, now or later on any
    /// thread.
    void ask(const JobKey& id, std::optional<std::chrono::seconds> wait, Answered answered);

    /// What peers ask this instance. They check the fleet's seal themselves.
    std::vector<Route> routes(JobTable& jobs);

    /// Every open question is answered with nothing, and every later one. Idempotent.
    void stop();

private:
    Fleet(FleetOptions options, std::unique_ptr<PeerCaller> caller, LogSink& log);

    void askOwner(const Peer& peer,
                  const JobKey& id,
                  std::optional<std::chrono::seconds> wait,
                  Answered answered);
    std::optional<std::string> believed(const Peer& peer, const JobKey& id, PeerAnswer answer);
    HttpOpening openInstance(const HttpRequestHead& head) const;
    HttpOpening openJob(JobTable& jobs, const HttpRequestHead& head, const std::string& id) const;

    const FleetKey m_key;
    const InstanceId m_own;
    const FleetIds m_ids;
    const std::chrono::milliseconds m_longestWait;
    LogSink& m_log;
    Activity m_activity;
    std::unique_ptr<PeerDirectory> m_directory;
    std::unique_ptr<PeerCaller> m_caller; ///< Ends before the directory, which it calls.
};

} // namespace faultline::server
