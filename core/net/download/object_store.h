// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/cloud/cloud_identity.h"
#include "core/net/cloud/object_protocol.h"
#include "core/net/cloud/s3_address.h"
#include "core/net/download/downloader.h"

#include <variant>

namespace faultline::net {

/// A bucket of S3 or of a compatible store, and its keys.
struct S3StoreConfig
{
    S3Bucket bucket;
    std::string prefix; ///< Prefix of all keys; leading and trailing slashes are ignored.
    sources::AwsCredentialsProvider provider = sources::AwsCredentialsProvider::Static;
    AwsCredentials keys; ///< For the provider Static.
};

/// A bucket of Google Cloud Storage, and the account that may use it.
struct GcsStoreConfig
{
    GcsProtocol::Bucket bucket;
    std::string prefix;
    std::optional<std::string> serviceAccountFile; ///< Absent: the account that the environment
                                                   ///< names, otherwise the machine's own.
};

using ObjectStoreConfig = std::variant<S3StoreConfig, GcsStoreConfig>;

/// A client that reads and writes objects of one bucket, one attempt per call. It knows nothing of
/// their content. Thread-safe. Transport and pool must outlive it.
class ObjectStore
{
public:
    template <class T>
    using Done = std::move_only_function<void(Result<T>)>;

    enum class PutOutcome : std::uint8_t { Stored, AlreadyThere };

    struct Settings
    {
        std::chrono::milliseconds connectTimeout{5000};
        std::chrono::milliseconds headTimeout{10000};
        std::chrono::milliseconds totalTimeout{60000};
        std::uint64_t maxBytes = 15ull << 30; ///< Limit for an object that is read.
        std::uint32_t maxAtOnce = 20;         ///< Number of parallel reads.
        sources::CloudEnvironment cloud;
    };

    /// Configuration errors appear at the first call.
    ObjectStore(const ObjectStoreConfig& config,
                Settings settings,
                Transport& transport,
                WorkerPool& io);
    /// Cancels everything. All completions have been called when it returns. Must not run on a
    /// pool's thread.
    ~ObjectStore();
    ObjectStore(const ObjectStore&) = delete;
    ObjectStore& operator=(const ObjectStore&) = delete;

    /// Reads an object into `target` and decodes its content encoding. This and the next two
    /// functions call `done` exactly once, from any thread; after `stop` fires they do so soon.
    /// Errors of all three: PermissionDenied, DownloadFailed, Timeout, Cancelled, Internal. Reading
    /// also gives NotFound and Malformed.
    void
    getObject(const std::string& key, TempFile target, std::stop_token stop, Done<TempFile> done);

    /// Writes an object unless it exists: the first writer wins.
    void putObject(StoreUpload upload, std::stop_token stop, Done<PutOutcome> done);

    void exists(const std::string& key, std::stop_token stop, Done<bool> done);

    /// "s3://bucket/prefix/key", for people.
    std::string location(std::string_view key) const;

private:
    std::string fullKey(std::string_view key) const;
    std::shared_ptr<ObjectProtocol> protocolFor(const S3StoreConfig& config);
    std::shared_ptr<ObjectProtocol> protocolFor(const GcsStoreConfig& config);

    using Sign = std::move_only_function<void(
        ObjectProtocol& protocol, std::stop_token stop, ObjectProtocol::Done signedBy)>;

    void exchange(Sign sign,
                  std::optional<ByteView> body,
                  std::stop_token stop,
                  HttpCaller::Done answered);

    std::string m_prefix;
    std::string m_scheme;
    std::string m_bucket;
    WorkerPool& m_io;
    HttpCaller m_caller;
    CloudIdentity m_identity;
    std::shared_ptr<ObjectProtocol> m_protocol;
    Downloader m_downloader;
    Activity m_activity;
};

} // namespace faultline::net
