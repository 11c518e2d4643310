// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/net/download/urgency.h"
#include "core/net/transport/request_access.h"
#include "core/sources/remote_file.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace faultline::net {

struct HttpTarget
{
    std::string url;
    HttpHeaders headers{}; ///< Dropped when a redirect leaves the origin.
    std::optional<std::vector<std::string>> redirectHosts{}; ///< As in HttpExchange.
    bool acceptInvalidCerts = false;
    bool ignoreAddressFilter = false; ///< For clients that are trusted regardless of the policy.
    /// If present, provides a new `url` and `headers` for every attempt. `url` then only names the
    /// host.
    std::shared_ptr<RequestAccess> access{};
    /// If present, failures count for the deny list, and the list is checked
    /// (docs/spec/sources-and-caches.md §8.7). The text is HostAsked::way.
    std::optional<std::string> denyWay{};
};

/// What decides, beside the URL without credentials, which bytes a target has: for cache keys of
/// files that have no RemoteFile. Empty when that URL says it all. No credential can be read in it.
std::string placeIdentity(const HttpTarget& target);

struct LocalTarget
{
    std::filesystem::path path;
};

/// A file of a source with signed requests; the downloader signs them.
struct SignedTarget
{
    sources::RemoteFile file;
};

/// A request to download one file. Its bytes are written to `target` unless the file can be used in
/// place.
struct DownloadRequest
{
    std::variant<HttpTarget, LocalTarget, SignedTarget> from;
    TempFile target;
    bool decompress = true; ///< Detect one layer of compression by content and decode it (§8.4).
    std::optional<std::uint64_t> maxBytes{}; ///< A limit below the policy's.
    std::string source;                      ///< Source id, for progress displays.
    std::string location;                    ///< URI without credentials, for progress displays.
    std::string label;                       ///< The module that needs the file; may be empty.
    SharedUrgency urgency{};
};

/// Builds the request for a file of a source. Errors: NotFound (the URL cannot carry a path).
Result<DownloadRequest> downloadRequestFor(const sources::RemoteFile& file, TempFile target);

/// The result of a download.
struct DownloadOutcome
{
    /// TempFile: the request's target, filled. ByteView: a local file in place (mapped under a
    /// SIGBUS guard). Errors: NotFound, PermissionDenied, Timeout, DownloadFailed, Malformed,
    /// Unsupported, Cancelled, Internal (§8.3, §8.6).
    Result<std::variant<TempFile, ByteView>> content;
    std::optional<std::uint32_t> httpStatus{}; ///< Status of the last answer.
    std::uint32_t attempts = 0;
    std::uint64_t receivedBytes = 0; ///< Bytes on the wire in the last attempt.
    std::chrono::milliseconds duration{0};
    /// The host was not asked, because it fails too often, and will not be asked for this long.
    std::optional<std::chrono::seconds> blockedFor{};
};

enum class TransferState : std::uint8_t {
    Queued,
    Connecting,
    Downloading,
    Paused,
    Unpacking,
    Done,
    Failed,
    Cancelled,
    Skipped ///< Nobody was asked, because the network is off.
};

/// "queued", "connecting", …
std::string_view transferStateName(TransferState state);

/// A transfer's state for displays. Sent on every change of state, and between changes ten times a
/// second and with every further hundredth of the file.
struct TransferStatus
{
    std::uint64_t transfer = 0; ///< Unique within its downloader.
    /// Counts the states of the transfer from 1, without gaps; the end has the highest number.
    /// Several threads report them, so they may arrive in another order.
    std::uint64_t sequence = 0;
    TransferState state = TransferState::Queued;
    std::string source;
    std::string location;
    std::string label;
    std::uint64_t receivedBytes = 0;  ///< Bytes of the file as it is sent.
    std::uint64_t totalBytes = 0;     ///< 0 means unknown.
    std::uint64_t bytesPerSecond = 0; ///< Recent rate.
    std::string result;               ///< For Done, Failed, Cancelled and Skipped.
};

} // namespace faultline::net
