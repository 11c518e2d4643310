// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::remote {

/// What the status page of a server can do.
enum class ServerAction : std::uint8_t { Unblock, ClearMemory, CleanCaches, Reload, Drain };

/// What a Faultline server tells about itself in `/status.json` (docs/spec/http-api.md §12.3).
/// Texts are the server's: they are cut where they are very long, and not escaped. Numbers that an
/// earlier server does not tell are absent.
struct ServerStatus
{
    /// In milliseconds.
    struct Times
    {
        std::optional<std::uint64_t> half{};
        std::optional<std::uint64_t> most{};      ///< 95 %.
        std::optional<std::uint64_t> nearlyAll{}; ///< 99 %.
    };

    struct Running
    {
        std::string requestId{};
        std::string request{}; ///< "POST /minidump".
        std::string scope{};   ///< Empty: global.
        std::uint64_t milliseconds = 0;
    };

    enum class End : std::uint8_t {
        Completed,
        Pending,
        Failed,
        TimedOut,
        Refused,
        InternalError,
        Other ///< A word that this version does not know.
    };

    struct Ended
    {
        std::string id{};
        std::string request{};
        std::string scope{};
        End end = End::Other;
        std::uint64_t status = 0;
        std::uint64_t milliseconds = 0;
        std::uint64_t secondsAgo = 0;
        std::string message{};
        std::optional<std::uint64_t> modules{};
        std::uint64_t lacking = 0;
        bool hasModules = false; ///< ServerClient::modulesOf() can tell what became of them.
    };

    struct Endpoint
    {
        std::string endpoint{};
        std::uint64_t requests = 0;
        std::uint64_t failed = 0;
        std::uint64_t refused = 0;
        Times times{};
    };

    struct Minute
    {
        std::uint64_t requests = 0;
        std::uint64_t failed = 0;
        Times times{};
        std::optional<std::uint64_t> running{};
        std::optional<std::uint64_t> memoryBytes{};
    };

    struct Cache
    {
        std::string kind{};
        std::uint64_t entries = 0;
        std::uint64_t bytes = 0;
        std::uint64_t removableBytes = 0;
    };

    struct Source
    {
        std::string id{};
        std::string type{};
        std::string location{};
        bool isPublic = false;
        std::string host{}; ///< Empty for folders and buckets.
    };

    struct BlockedHost
    {
        std::string host{};
        std::uint64_t secondsLeft = 0;
        std::string reason{};
    };

    struct LogLine
    {
        std::int64_t unixMilliseconds = 0;
        std::string level{};
        std::string category{};
        std::string message{};
        std::string requestId{};
    };

    std::string version{};
    std::uint64_t uptimeSeconds = 0;
    std::string readiness{}; ///< "ready", or why it is not; empty: it does not say.
    bool isControllable = false;
    std::string token{}; ///< What its actions need. Shown to nobody.

    std::vector<Running> running{}; ///< The oldest first.
    std::optional<std::uint64_t> maxRunning{};

    bool hasRequests = false; ///< The server tells of requests that have ended.
    std::uint64_t totalRequests = 0;
    std::uint64_t latelySeconds = 0;
    std::uint64_t latelyRequests = 0;
    std::uint64_t latelyFailed = 0;
    Times latelyTimes{};
    std::vector<Ended> recent{}; ///< The newest first.
    std::vector<Endpoint> endpoints{};
    std::vector<Minute> minutes{}; ///< The oldest first.

    std::string cacheFolder{}; ///< Empty: nothing is kept on disk.
    std::string cacheError{};
    std::optional<std::uint64_t> quotaBytes{};
    std::optional<std::uint64_t> diskBytes{};
    std::optional<std::uint64_t> freeBytes{};
    std::vector<Cache> caches{};

    std::vector<Source> sources{};
    std::vector<BlockedHost> blockedHosts{};

    std::string address{};
    std::string configuration{};
    std::string configurationHash{};
    std::optional<std::uint64_t> threads{};
    std::optional<std::uint64_t> openFiles{};
    std::optional<std::uint64_t> maxOpenFiles{};
    std::optional<std::uint64_t> memoryBytes{};

    std::vector<LogLine> log{}; ///< The oldest first.
};

/// Reads an answer of `/status.json`. Unknown members are passed over, and lists are cut at a
/// thousand. Errors: Malformed (no JSON, or not the status of a Faultline server).
Result<ServerStatus> readServerStatus(std::string_view json);

} // namespace faultline::remote
