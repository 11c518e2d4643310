// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::server {

struct JobFacts
{
    struct Running
    {
        std::string id;
        std::string requestId; ///< As in the log.
        std::string request;   ///< "POST /minidump".
        std::string scope;     ///< Empty: global.
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
    std::optional<std::uint64_t> quotaBytes; ///< Absent: no limit.
    std::optional<std::uint64_t> diskBytes;  ///< Of the disk; absent when it is unknown.
    std::optional<std::uint64_t> freeBytes;
    std::uint64_t ageSeconds = 0; ///< Since they were measured.
    std::string error;            ///< Why they could not be measured.
};

/// How a request ended.
enum class RequestEnd : std::uint8_t {
    Completed,
    Pending, ///< The client got an id; the job may still run.
    Failed,  ///< The client's file or text cannot be used.
    TimedOut,
    Refused, ///< A status of the client's fault.
    InternalError
};

/// "completed", "pending", "failed", "timeout", "refused", "internal_error".
std::string_view requestEndName(RequestEnd end);

/// How long requests took, in milliseconds; absent without requests.
struct LatencyFacts
{
    std::optional<std::uint64_t> half;
    std::optional<std::uint64_t> most;      ///< 95 %.
    std::optional<std::uint64_t> nearlyAll; ///< 99 %.
};

struct RequestFacts
{
    struct Ended
    {
        std::string id;      ///< As in the log.
        std::string request; ///< "POST /minidump".
        std::string scope{}; ///< Empty: global.
        RequestEnd end = RequestEnd::Completed;
        unsigned status = 200; ///< Of the answer.
        std::uint64_t milliseconds = 0;
        std::uint64_t secondsAgo = 0; ///< Since its end.
        std::string message{};        ///< Why it failed or was refused.
        /// Modules whose files were looked for, and those of them without. Absent where that is not
        /// known.
        std::optional<std::uint32_t> modules{};
        std::uint32_t lacking = 0;
        bool hasModules = false; ///< Can be asked for what became of each module.
    };

    struct Endpoint
    {
        std::string endpoint; ///< "POST /minidump", or "other".
        std::uint64_t requests = 0;
        std::uint64_t failed = 0;
        std::uint64_t refused = 0;
        LatencyFacts times{};
    };

    struct Lately
    {
        std::uint64_t seconds = 0; ///< At most two minutes.
        std::uint64_t requests = 0;
        std::uint64_t failed = 0;
        LatencyFacts times{};
    };

    struct Minute
    {
        std::uint64_t requests = 0;
        std::uint64_t failed = 0;
        LatencyFacts times{};
        std::optional<std::uint64_t> running{}; ///< The most that was seen.
        std::optional<std::uint64_t> memoryBytes{};
    };

    std::uint64_t total = 0;   ///< Since the start.
    std::vector<Ended> recent; ///< The newest first.
    std::vector<Endpoint> endpoints;
    Lately lately;
    std::vector<Minute> minutes; ///< The last hour at most, the oldest first.
};

struct LogLineFacts
{
    std::int64_t unixMilliseconds = 0;
    LogLevel level = LogLevel::Info;
    std::string category;
    std::string message;
    std::string requestId; ///< May be empty.
};

/// Absent where the system does not tell.
struct ProcessFacts
{
    std::uint64_t id = 0;
    std::optional<std::uint64_t> threads;
    std::optional<std::uint64_t> openFiles;
    std::optional<std::uint64_t> mostOpenFiles;
    std::optional<std::uint64_t> memoryBytes;
};

struct SourceFacts
{
    std::string id;
    std::string type;
    std::string location; ///< Without credentials.
    bool isPublic = false;
    std::string host{}; ///< As BlockedHostFacts names it; empty for folders and buckets.
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
    std::string readiness;         ///< "ready", or why it is not.
    std::string address;           ///< Where it listens.
    std::string configuration;     ///< The file; empty without one.
    std::string configurationHash; ///< The beginning of its SHA-256; empty without a file.
    bool isControllable = false;   ///< Whether the page may reload, drain and clean.
    JobFacts jobs;
    RequestFacts requests;
    CacheFacts caches;
    std::vector<SourceFacts> sources;
    std::vector<BlockedHostFacts> blockedHosts;
    ProcessFacts process;
    std::vector<LogLineFacts> log; ///< The oldest first.
};

/// Knows the parts of the server that its routes do not. Thread-safe.
class StatusProvider
{
public:
    virtual ~StatusProvider() = default;

    /// All but jobs, requests and readiness. May read many files.
    virtual ServerFacts collect(const std::stop_token& stop) = 0;
    /// Asks a host again. Returns whether it was blocked.
    virtual bool unblock(const std::string& host) = 0;
    virtual void clearMemory() = 0;
    /// May the page reload the configuration, let the server drain and clean caches?
    virtual bool isControllable() const = 0;
    /// Asks the server to read its configuration again, soon.
    virtual void reload() = 0;
    /// Removes from the disk what expired, is damaged or over the limit. Errors: NotFound,
    /// Unsupported (nothing is kept on disk), Cancelled, and those of the disk.
    virtual Result<void> cleanCaches(const std::stop_token& stop) = 0;
};

} // namespace faultline::server
