// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_store.h"
#include "tests/core/cache/text_item.h"

#include <QTemporaryDir>

#include <memory>

namespace faultline::test {

/// Gives every test function its own cache folder, stores over it, and a clock that can be set
/// ahead.
class StoreFixture
{
protected:
    /// For init(): makes a new folder and resets the clock to the system's time.
    void reset()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_ahead = std::chrono::seconds(0);
    }

    cache::CacheStoreConfig config() const
    {
        cache::CacheStoreConfig config;
        config.folder = folder();
        config.now = [this] { return std::chrono::system_clock::now() + m_ahead; };
        return config;
    }

    std::unique_ptr<cache::CacheStore> makeStore(cache::CacheStoreConfig config)
    {
        return std::make_unique<cache::CacheStore>(std::move(config), m_compute, m_io, silentLog());
    }

    std::unique_ptr<cache::CacheStore> makeStore() { return makeStore(config()); }

    std::filesystem::path folder() const { return m_dir->path().toStdString(); }

    std::filesystem::path entryPath(const TextItem& item, std::uint32_t version = 2) const
    {
        return folder() / "texts" / item.key().relativePath(version);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::chrono::seconds m_ahead{0};
    WorkerPool m_compute{2};
    WorkerPool m_io{2};
};

} // namespace faultline::test
