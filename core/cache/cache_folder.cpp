// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_folder.h"

#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/cache/cache_key.h"
#include "core/cache/entry_time.h"

#include <algorithm>
#include <charconv>
#include <sys/stat.h>
#include <vector>

namespace faultline::cache {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::string_view kTempFolder = "tmp";

bool isDigits(std::string_view name, std::size_t count)
{
    return name.size() == count && std::ranges::all_of(name, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

std::optional<std::uint32_t> versionOf(std::string_view name)
{
    std::uint32_t version = 0;
    if (!name.starts_with('v'))
        return std::nullopt;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), version);
    if (error != std::errc() || end != name.data() + name.size())
        return std::nullopt;
    return version;
}

/// Does the name of a folder at `depth` on the way to a file fit the layout?
bool fitsLayout(std::string_view name, int depth)
{
    switch (depth) {
    case 0: return name != kTempFolder && !name.starts_with('.');
    case 1: return versionOf(name).has_value();
    default: return isDigits(name, 2);
    }
}

constexpr int kFolderDepth = 4; // kind, version, two digits, two digits

class Walk
{
public:
    Walk(const std::stop_token& stop, const std::function<void(const CacheFile&)>& visit)
        : m_stop(stop), m_visit(visit)
    {
    }

    void enter(const fs::path& folder, int depth)
    {
        for (const auto& path : sortedEntries(folder)) {
            if (m_stop.stop_requested())
                return;
            const auto name = path.filename().string();
            std::error_code gone;
            if (depth == kFolderDepth) {
                if (isDigits(name, 60) && fs::is_regular_file(path, gone))
                    visitFile(path);
            } else if (fitsLayout(name, depth) &&
                       fs::is_directory(fs::symlink_status(path, gone))) {
                enter(path, depth + 1);
            }
        }
    }

    Result<void> result() const
    {
        if (m_stop.stop_requested())
            return fail(ErrorKind::Cancelled, "no longer wanted");
        return m_error ? Result<void>(std::unexpected(*m_error)) : Result<void>();
    }

private:
    std::vector<fs::path> sortedEntries(const fs::path& folder)
    {
        std::vector<fs::path> paths;
        std::error_code error;
        for (fs::directory_iterator at(folder, error), end; !error && at != end;
             at.increment(error))
            paths.push_back(at->path());
        if (error && error != std::errc::no_such_file_or_directory && !m_error)
            m_error = errorFromErrno(error.value(), "list", folder);
        std::ranges::sort(paths);
        return paths;
    }

    void visitFile(const fs::path& path)
    {
        const auto bytes = mapOwnFile(path);
        struct stat info = {};
        if (::stat(path.c_str(), &info) != 0)
            return;
        if (!bytes && bytes.error().kind == ErrorKind::NotFound)
            return;
        const auto second = path.parent_path();
        const auto first = second.parent_path();
        const auto version = first.parent_path();
        const auto sizeBytes = static_cast<std::uint64_t>(info.st_size);
        m_visit({.path = path,
                 .kind = version.parent_path().filename().string(),
                 .version = *versionOf(version.filename().string()),
                 .digest = first.filename().string() + second.filename().string() +
                           path.filename().string(),
                 .diskBytes = (sizeBytes + kPageBytes - 1) / kPageBytes * kPageBytes,
                 .lastUsed = CacheTime(std::chrono::seconds(info.st_mtim.tv_sec)),
                 .isOurs = !bytes || bytes->empty() || hasEntryMagic(bytes->span()),
                 .entry = bytes ? readEntry(*bytes)
                                : Result<ReadEntry>(std::unexpected(bytes.error()))});
    }

    const std::stop_token& m_stop;
    const std::function<void(const CacheFile&)>& m_visit;
    std::optional<Error> m_error;
};

/// Removes `folder` if it is empty; a file that appears meanwhile keeps it.
std::size_t removeEmpty(const fs::path& folder, int depth)
{
    std::size_t removed = 0;
    std::error_code error;
    std::vector<fs::path> inner;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code gone;
        if (depth < kFolderDepth && fitsLayout(at->path().filename().string(), depth) &&
            fs::is_directory(at->symlink_status(gone)))
            inner.push_back(at->path());
    }
    for (const auto& path : inner)
        removed += removeEmpty(path, depth + 1);
    // Only folders of our layout, never the cache folder itself.
    if (depth > 1 && ::rmdir(folder.c_str()) == 0)
        ++removed;
    return removed;
}

} // namespace

Result<void> forEachCacheFile(const fs::path& folder,
                              const std::stop_token& stop,
                              const std::function<void(const CacheFile&)>& visit)
{
    Walk walk(stop, visit);
    walk.enter(folder, 0);
    return walk.result();
}

std::optional<CacheTime>
expiryOf(const EntryHeader& header, CacheTime lastUsed, const CacheLifetimeSet& lifetimes)
{
    const auto& rules = lifetimes.of(header.category);
    if (!header.failure)
        return rules.maxUnusedFor ? std::optional(lastUsed + *rules.maxUnusedFor) : std::nullopt;
    const auto lifetime =
        failureLifetime(header.failure->kind, rules, header.scope == kGlobalScope);
    return lifetime < kForever ? std::optional(timeFromNanoseconds(header.createdAt) + lifetime)
                               : std::nullopt;
}

std::size_t removeEmptyCacheFolders(const fs::path& folder)
{
    return removeEmpty(folder, 0);
}

} // namespace faultline::cache
