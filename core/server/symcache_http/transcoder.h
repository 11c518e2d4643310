// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/server/symcache_http/format_version.h"
#include "core/server/symcache_http/pdb_key.h"
#include "core/server/symcache_http/symcache_folder.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::server::symcache_http {

struct TranscoderOptions
{
    /// Program and arguments. "{pdb}" becomes the path of the PDB and "{out}" the folder for the
    /// result.
    std::vector<std::string> command;
    FormatVersion version; ///< The version that the program is expected to make.
    std::chrono::milliseconds timeout{120'000};
    std::uint64_t maxOutputBytes = 2ull << 30;
};

/// Runs the operator's program, which alone knows how to make a .symcache, because the format is
/// not public (docs/spec/symcache-http.md §7). Thread-safe.
class Transcoder
{
public:
    explicit Transcoder(TranscoderOptions options) : m_options(std::move(options)) {}

    const FormatVersion& version() const { return m_options.version; }

    /// Makes the file and stores it. Returns the version in its name. Errors: Cancelled, Timeout,
    /// Internal (the program failed or made nothing), and those of the folder.
    Result<FormatVersion>
    run(const PdbKey& key, Bytes pdb, const SymcacheFolder& folder, std::stop_token stop) const;

private:
    Result<FormatVersion> runIn(const std::filesystem::path& work,
                                const PdbKey& key,
                                Bytes pdb,
                                const SymcacheFolder& folder,
                                std::stop_token stop) const;

    TranscoderOptions m_options;
};

} // namespace faultline::server::symcache_http
