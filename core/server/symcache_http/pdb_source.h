#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/server/symcache_http/pdb_key.h"
#include "core/sources/remote_file.h"
#include "core/symbolicate/items/services.h"

#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server::symcache_http {

/// Where PDBs come from; tests hand in one of their own. Thread-safe.
class PdbSource
{
public:
    virtual ~PdbSource() = default;

    /// The PDB with this GUID and at least this age; waits for it. Errors: NotFound (no source has
    /// it, or another one in its place), Cancelled, and anything else for trouble that may pass.
    virtual Result<ByteView> fetch(const PdbKey& key, std::stop_token stop) = 0;
};

/// PDBs of symbol servers, through the engine's downloads and caches. The services outlive it.
class ServerPdbSource final : public PdbSource
{
public:
    ServerPdbSource(const symbolicate::Services& services,
                    const std::vector<sources::SourceConfig>& sources);

    Result<ByteView> fetch(const PdbKey& key, std::stop_token stop) override;

private:
    const symbolicate::Services& m_services;
    std::vector<sources::SourcePtr> m_sources;
};

/// A symbol server given by its base URL alone. It may answer with `file.ptr`, which is followed
/// into no folder.
sources::SourceConfig upstreamSource(const std::string& url);

} // namespace faultline::server::symcache_http
