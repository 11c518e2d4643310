// SPDX-License-Identifier: GPL-3.0-or-later
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

/// A source of PDBs; tests have their own. Thread-safe.
class PdbSource
{
public:
    virtual ~PdbSource() = default;

    /// Returns the PDB with this GUID and at least this age, and waits for it. Errors: NotFound (no
    /// source has it, or only a different PDB), Cancelled, and any other kind for trouble that may
    /// pass.
    virtual Result<ByteView> fetch(const PdbKey& key, std::stop_token stop) = 0;
};

/// Fetches PDBs from symbol servers, through the engine's downloads and caches. The services must
/// outlive it.
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

/// Makes a symbol server from its base URL. The server may answer with `file.ptr`, but that may
/// not lead into local folders.
sources::SourceConfig upstreamSource(const std::string& url);

} // namespace faultline::server::symcache_http
