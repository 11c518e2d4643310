// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/source_text.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace faultline {

struct Event;
struct ModuleReport;
struct OpenLookup;
struct Report;
struct ThreadStack;

} // namespace faultline

namespace faultline::engine {

struct Inspection;

enum class JobId : std::uint64_t {};
enum class EventId : std::uint64_t {};

/// Progress of one transfer, for displays. Sent at its start and its end, and between them ten
/// times a second and with every further hundredth of the file.
struct TransferProgress
{
    std::uint64_t transfer = 0; ///< Unique within the process.
    /// Counts the states of the transfer from 1, without gaps. They may arrive in another order; a
    /// state below one that has arrived is out of date.
    std::uint64_t sequence = 0;
    std::string source;
    std::string location; ///< Without credentials.
    std::string module;   ///< Name of the module that needs the file; may be empty.
    enum class State : std::uint8_t {
        Queued,
        Connecting,
        Downloading,
        Paused,
        Unpacking,
        Done,
        Failed,
        Cancelled,
        Skipped ///< Nobody was asked, because the network is off.
    } state = State::Queued;
    std::uint64_t receivedBytes = 0;
    std::uint64_t totalBytes = 0; ///< 0 means unknown.
    std::uint64_t bytesPerSecond = 0;
    std::string result; ///< Text of the outcome for Done, Failed, Cancelled, Skipped.
};

/// A step of a job, for progress displays: "reading", "walking", "symbolicating", …
struct JobProgress
{
    JobId job{};
    EventId event{};
    std::string step;
    std::uint32_t done = 0;
    std::uint32_t total = 0; ///< 0 means unknown.
};

/// The event has been read: threads, modules and crash are known, but not the stacks.
struct EventSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::filesystem::path path; ///< Empty when the event was opened from bytes.
    std::shared_ptr<const Event> value;
};

/// The file or folder contains several crash files, and none was opened. `path` followed by one of
/// the parts opens that one. The job ends as Unsupported.
struct ContainerSnapshot
{
    JobId job{};
    std::filesystem::path path;
    std::vector<std::string> parts; ///< Relative to `path`.
};

/// What one of the first parts of a container is. Follows the ContainerSnapshot of the same job.
struct PartSnapshot
{
    JobId job{};
    std::uint32_t part = 0;             ///< Index into ContainerSnapshot::parts.
    std::shared_ptr<const Event> value; ///< Null when it cannot be read.
    std::string problem;                ///< Why; empty otherwise.
};

/// A new state of one thread's stack. The first state comes from the file's content, before any
/// network access.
struct StackSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::shared_ptr<const ThreadStack> value;
};

struct ModuleSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::uint32_t module = 0;
    std::shared_ptr<const ModuleReport> value;
};

/// What is being done for a module whose ModuleSnapshot has not come yet.
struct LookupSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::uint32_t module = 0;
    std::shared_ptr<const OpenLookup> value;
};

/// The report at the end of a symbolication. It is incomplete when the symbolication was cancelled.
struct ReportSnapshot
{
    EventId event{};
    std::uint64_t generation = 0;
    std::shared_ptr<const Report> value;
};

struct JobFinished
{
    JobId job{};
    EventId event{};
    Result<void> outcome;
};

/// Answer to loadSource().
struct SourceSnapshot
{
    JobId job{};
    EventId event{};
    std::string path;
    std::optional<SourceText> value;
    std::vector<std::string> tried; ///< Every place that was searched, with its outcome.
    std::string link; ///< URL in the debug files; empty when there is none. It is asked only if its
                      ///< host is allowed.
    bool isRefused = false; ///< A file of this machine was not read; see SourceSearch::isRefused.
};

/// Answer to inspect().
struct InspectionSnapshot
{
    JobId job{};
    EventId event{};
    std::shared_ptr<const Inspection> value; ///< Never null (core/engine/inspection.h).
};

/// Sizes of the local caches, for the status bar.
struct CacheSnapshot
{
    std::uint64_t totalBytes = 0;
    std::uint64_t entryCount = 0;
    std::filesystem::path folder;
};

/// Answer to testSource().
struct SourceTestSnapshot
{
    enum class Outcome : std::uint8_t {
        Works,           ///< It answered, or the folder can be read.
        Refused,         ///< It needs credentials, or does not allow the request.
        Failing,         ///< It answered with an error of its own.
        Slow,            ///< No answer within ten seconds.
        Unreachable,     ///< No connection.
        NoFolder,        ///< There is no such folder.
        AnswersAnything, ///< It has a file for ids that no build has.
        NotAsked         ///< We are offline, or the source has no file types that can be asked for.
    };

    JobId job{};
    std::string source; ///< Its id.
    Outcome outcome = Outcome::NotAsked;
    std::optional<std::uint32_t> httpStatus;
    std::string detail; ///< English, for people; may be empty.
    std::chrono::milliseconds duration{0};
};

using Notice = std::variant<JobProgress,
                            TransferProgress,
                            EventSnapshot,
                            ContainerSnapshot,
                            PartSnapshot,
                            StackSnapshot,
                            ModuleSnapshot,
                            LookupSnapshot,
                            ReportSnapshot,
                            SourceSnapshot,
                            InspectionSnapshot,
                            CacheSnapshot,
                            SourceTestSnapshot,
                            JobFinished>;

} // namespace faultline::engine
