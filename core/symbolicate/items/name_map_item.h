// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"
#include "core/formats/debug/companions/bc_symbol_map.h"
#include "core/formats/debug/companions/line_mapping.h"
#include "core/net/download/downloader.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/items/object_item.h"

#include <memory>

namespace faultline::symbolicate {

/// A small file with further facts about a debug file. Exactly one member is set, depending on the
/// kind of file requested.
struct NameMapFile
{
    std::optional<DebugId> originalId; ///< Set for a UUID map.
    std::shared_ptr<const companions::BcSymbolMap> symbolMap;
    std::shared_ptr<const companions::LineMapping> lineMapping;
};

/// A UUID map, BCSymbolMap or line mapping at one place of one source. A file that cannot be read
/// is Malformed.
class NameMapItem final : public cache::DownloadItem<NameMapFile>
{
public:
    /// `file.type` is UuidMap, BcSymbolMap or Il2cpp.
    NameMapItem(sources::RemoteFile file,
                std::string scope,
                net::Downloader& downloader,
                const ParseLimits& limits);

    const cache::CacheVersions& versions() const override;
    cache::CacheKey key() const override;
    void start(TempFile target, std::stop_token stop, Done done) override;
    Result<NameMapFile> load(ByteView bytes) const override;
    std::size_t weight(const NameMapFile& file) const override;

    const sources::RemoteFile& file() const { return m_file; }

private:
    sources::RemoteFile m_file;
    std::string m_scope;
    net::Downloader& m_downloader;
    ParseLimits m_limits;
};

/// What was found for one debug file; null when absent.
struct NameMaps
{
    std::shared_ptr<NameMapItem> symbolMap;
    std::shared_ptr<NameMapItem> lineMapping;
    // Notes for users about damaged files, which count as absent.
    std::vector<std::string> symbolMapNotes; ///< Also of UUID maps.
    std::vector<std::string> lineMappingNotes;
};

} // namespace faultline::symbolicate
