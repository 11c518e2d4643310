#pragma once

#include "core/cache/shared_backend.h"
#include "core/net/object_store.h"

namespace faultline {

/// A bucket as the place through which machines share cached files.
class SharedStore final : public SharedBackend
{
public:
    /// Transport and pool outlive it.
    SharedStore(const ObjectStoreConfig& config,
                CloudEnvironment cloud,
                Transport& transport,
                WorkerPool& io);

    std::string describe() const override;
    void fetch(std::string name, TempFile target, std::stop_token stop, FetchDone done) override;
    void exists(std::string name, std::stop_token stop, ExistsDone done) override;
    void store(std::string name, ByteView bytes, std::stop_token stop, StoreDone done) override;

private:
    ObjectStore m_store;
};

} // namespace faultline
