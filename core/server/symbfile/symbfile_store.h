// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/formats/debug/symbfile/file_id.h"
#include "core/server/symbfile/upload_headers.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>

namespace faultline::server::symbfile_api {

enum class Kind : std::uint8_t { Ranges, ReturnPads };

std::string_view kindName(Kind kind);

/// The names under which a build is found: its build id and the UUID of the debug id that follows
/// from it. Expects lower-case digits; none for an empty text.
std::vector<std::string> buildNames(const std::string& buildId);

struct SymbfileStoreOptions
{
    std::filesystem::path folder;
    std::uint64_t maxUnpackedBytes = 1ull << 30; ///< For one file, all parts together.
    std::chrono::seconds unfinishedLifetime = std::chrono::hours(24);
};

/// Uploaded symbfiles on disk (docs/spec/symbfile.md §10). The parts of an unfinished upload wait
/// in a folder beside the file; the previous file stays visible until all parts have arrived.
/// Several processes may read the folder, but only one may write. Thread-safe.
///
/// Layout: <folder>/<first two digits>/<32 digits>/ranges.zst, returnpads.zst (records encoded
/// anew in one zstd frame, the load address in a second one);
/// ranges.parts/<count>/<part>-<SHA-256>; builds/<first two digits>/<build id>.zst and
/// builds/<first two digits>/<UUID of the debug id>.zst, links to ranges.zst.
class SymbfileStore
{
public:
    explicit SymbfileStore(SymbfileStoreOptions options) : m_options(std::move(options)) {}

    enum class Outcome : std::uint8_t { WaitsForParts, Completed };

    /// Stores one part, which may be packed with zstd or gzip. The part is durable when the
    /// function returns. Errors: Malformed (no symbfile, another kind of record, too large; the
    /// part is not stored), Internal and PermissionDenied (disk).
    Result<Outcome>
    addPart(Kind kind, const UploadHeaders& headers, const ByteView& body, std::stop_token stop);

    /// Returns a complete file, packed with zstd. Errors: NotFound, and those of reading.
    Result<ByteView> read(Kind kind, const symbfile::FileId& id) const;

private:
    struct Place;

    std::shared_ptr<std::mutex> lockOf(Kind kind, const symbfile::FileId& id);
    std::filesystem::path folderOf(const symbfile::FileId& id) const;
    Result<void>
    complete(const Place& place, const UploadHeaders& headers, std::stop_token stop) const;
    Result<void> linkBuild(const UploadHeaders& headers) const;

    SymbfileStoreOptions m_options;
    std::mutex m_mutex; // Guards m_locks.
    std::map<std::pair<Kind, symbfile::FileId>, std::weak_ptr<std::mutex>> m_locks;
};

} // namespace faultline::server::symbfile_api
