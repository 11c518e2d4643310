#include "core/engine/shared_store.h"

namespace faultline {

namespace {

/// A miss is cheap and a request waits for it, so a slow store is as good as none
/// (spec/sources-and-caches.md §11).
ObjectStore::Settings sharedStoreSettings(CloudEnvironment cloud)
{
    ObjectStore::Settings settings;
    settings.connectTimeout = std::chrono::seconds(1);
    settings.headTimeout = std::chrono::milliseconds(500);
    settings.totalTimeout = std::chrono::seconds(60);
    settings.cloud = std::move(cloud);
    return settings;
}

} // namespace

SharedStore::SharedStore(const ObjectStoreConfig& config,
                         CloudEnvironment cloud,
                         Transport& transport,
                         WorkerPool& io)
    : m_store(config, sharedStoreSettings(std::move(cloud)), transport, io)
{
}

std::string SharedStore::describe() const
{
    return m_store.location("");
}

void SharedStore::fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done)
{
    m_store.getObject(name, std::move(target), std::move(stop), std::move(done));
}

void SharedStore::exists(std::string name, std::stop_token stop, ExistsDone done)
{
    m_store.exists(name, std::move(stop), std::move(done));
}

void SharedStore::store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done)
{
    m_store.putObject({std::move(name), std::move(bytes), {}}, std::move(stop),
                      [done = std::move(done)](Result<ObjectStore::PutOutcome> outcome) mutable {
                          if (!outcome)
                              return done(std::unexpected(std::move(outcome.error())));
                          done(*outcome == ObjectStore::PutOutcome::Stored
                                   ? StoreOutcome::Stored
                                   : StoreOutcome::AlreadyThere);
                      });
}

} // namespace faultline
