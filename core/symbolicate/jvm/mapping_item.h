// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/cache/cache_item.h"
#include "core/formats/debug/proguard/mapping_cache.h"
#include "core/net/download/downloader.h"
#include "core/sources/remote_file.h"

#include <memory>
#include <string>

namespace faultline::jvm {

/// A mapping file as a source has it. Its content is not checked.
struct MappingFile
{
    ByteView bytes;
};

/// A mapping at one place of one source, unpacked.
class MappingFileItem final : public cache::DownloadItem<MappingFile>
{
public:
    MappingFileItem(sources::RemoteFile file, std::string scope, net::Downloader& downloader);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<MappingFile> load(ByteView bytes) const override;

    const sources::RemoteFile& file() const { return m_file; }

private:
    sources::RemoteFile m_file;
    std::string m_scope;
    net::Downloader& m_downloader;
};

/// The mapping cache of one mapping. A file that is no mapping is Malformed.
class MappingItem final : public cache::CacheItemRequest<proguard::MappingCache>
{
public:
    MappingItem(std::shared_ptr<MappingFileItem> file,
                std::string scope,
                const ParseLimits& limits);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    std::vector<cache::CacheInput> inputs() const override;
    Result<void>
    compute(const cache::CacheInputs& inputs, TempFile& out, std::stop_token stop) override;
    Result<proguard::MappingCache> load(ByteView bytes) const override;

    const sources::RemoteFile& file() const { return m_file->file(); }

private:
    std::shared_ptr<MappingFileItem> m_file;
    std::string m_scope;
    ParseLimits m_limits;
};

} // namespace faultline::jvm
