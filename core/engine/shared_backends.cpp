// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/shared_backends.h"

#include "core/cache/shared_folder.h"
#include "core/net/download/object_store.h"

namespace faultline::engine {

namespace {

/// A bucket through which machines share caches: names of entries are keys below the store's
/// prefix. What SharedCache packs is stored as it is, so no encoding is declared.
class ObjectStoreBackend final : public cache::SharedBackend
{
public:
    ObjectStoreBackend(const net::ObjectStoreConfig& config,
                       net::ObjectStore::Settings settings,
                       net::Transport& transport,
                       WorkerPool& io)
        : m_store(config, std::move(settings), transport, io)
    {
    }

    std::string describe() const override { return m_store.location({}); }

    void fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done) override
    {
        m_store.getObject(name, std::move(target), std::move(stop), std::move(done));
    }

    void exists(std::string name, std::stop_token stop, ExistsDone done) override
    {
        m_store.exists(name, std::move(stop), std::move(done));
    }

    void store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done) override
    {
        m_store.putObject(
            {.key = std::move(name), .content = std::move(bytes), .contentEncoding = {}},
            std::move(stop),
            [done = std::move(done)](Result<net::ObjectStore::PutOutcome> outcome) mutable {
                if (!outcome)
                    return done(std::unexpected(std::move(outcome.error())));
                done(*outcome == net::ObjectStore::PutOutcome::Stored ? StoreOutcome::Stored
                                                                      : StoreOutcome::AlreadyThere);
            });
    }

private:
    net::ObjectStore m_store;
};

net::ObjectStore::Settings settingsWith(const SharedCacheConfig& config,
                                        const sources::CloudEnvironment& cloud)
{
    net::ObjectStore::Settings settings;
    settings.connectTimeout = config.connectTimeout;
    settings.headTimeout = config.headTimeout;
    settings.totalTimeout = std::chrono::seconds(60);
    settings.maxBytes = config.limits.maxPayloadBytes;
    settings.cloud = cloud;
    return settings;
}

struct BackendMaker
{
    const SharedCacheConfig& config;
    const sources::CloudEnvironment& cloud;
    net::Transport& transport;
    WorkerPool& io;

    std::shared_ptr<cache::SharedBackend> operator()(std::monostate) const { return nullptr; }

    std::shared_ptr<cache::SharedBackend> operator()(const std::filesystem::path& folder) const
    {
        return std::make_shared<cache::SharedFolder>(folder);
    }

    std::shared_ptr<cache::SharedBackend> operator()(const SharedS3Config& s3) const
    {
        return inStore(net::S3StoreConfig{
            .bucket = {.name = s3.bucket,
                       .region = s3.region,
                       .endpoint = s3.endpoint,
                       .pathStyle = s3.pathStyle},
            .prefix = s3.prefix,
            .provider = s3.provider,
            .keys = {.accessKey = s3.accessKey, .secretKey = s3.secretKey, .sessionToken = {}}});
    }

    std::shared_ptr<cache::SharedBackend> operator()(const SharedGcsConfig& gcs) const
    {
        return inStore(net::GcsStoreConfig{.bucket = {.name = gcs.bucket, .endpoint = gcs.endpoint},
                                           .prefix = gcs.prefix,
                                           .serviceAccountFile = gcs.serviceAccountFile});
    }

    std::shared_ptr<cache::SharedBackend> inStore(const net::ObjectStoreConfig& store) const
    {
        return std::make_shared<ObjectStoreBackend>(store, settingsWith(config, cloud), transport,
                                                    io);
    }
};

} // namespace

std::shared_ptr<cache::SharedBackend> makeSharedBackend(const SharedCacheConfig& config,
                                                        const sources::CloudEnvironment& cloud,
                                                        net::Transport& transport,
                                                        WorkerPool& io)
{
    return std::visit(BackendMaker{config, cloud, transport, io}, config.where);
}

} // namespace faultline::engine
