// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server {

struct JobFacts
{
    struct Running
    {
        std::string id;
        std::string requestId; ///< As in the log.
        std::string request;   ///< "POST /minidump".
        double seconds = 0;
    };

    std::vector<Running> running;    ///< The oldest first.
    std::optional<std::size_t> most; ///< Absent: no limit.
    std::size_t finished = 0;        ///< Whose answers can still be fetched.
    std::uint64_t finishedBytes = 0;
};

struct CacheFacts
{
    struct Kind
    {
        std::string name;
        std::uint64_t entries = 0;
        std::uint64_t bytes = 0;
        std::uint64_t removableBytes = 0; ///< What a cleanup would remove now.
    };

    std::string folder; ///< Empty: nothing is kept on disk.
    std::vector<Kind> kinds;
    std::uint64_t ageSeconds = 0; ///< Since they were measured.
    std::string error;            ///< Why they could not be measured.
};

struct SourceFacts
{
    std::string id;
    std::string type;
    std::string location; ///< Without credentials.
    bool isPublic = false;
};

struct BlockedHostFacts
{
    std::string host;
    std::uint64_t secondsLeft = 0;
    std::string reason;
};

struct ServerFacts
{
    std::string version;
    std::uint64_t uptimeSeconds = 0;
    JobFacts jobs;
    CacheFacts caches;
    std::vector<SourceFacts> sources;
    std::vector<BlockedHostFacts> blockedHosts;
};

/// Knows the parts of the server that its routes do not. Thread-safe.
class StatusProvider
{
public:
    virtual ~StatusProvider() = default;

    /// All but the jobs. May read many files.
    virtual ServerFacts collect(const std::stop_token& stop) = 0;
    /// Asks a host again. Returns whether it was blocked.
    virtual bool unblock(const std::string& host) = 0;
    virtual void clearMemory() = 0;
};

} // namespace faultline::server
