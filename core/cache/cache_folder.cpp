// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_folder.h"

#include "core/base/file.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_layout.h"
#include "core/cache/entry_time.h"

#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace faultline::cache {

namespace {

constexpr std::uint64_t kPageBytes = 4096;

class Walk
{
public:
    Walk(const CacheRoot& root,
         const std::stop_token& stop,
         const std::function<void(const CacheFile&)>& visit)
        : m_root(root), m_stop(stop), m_visit(visit)
    {
    }

    /// `m_steps` leads to the folder.
    void enter(const Folder& folder)
    {
        const auto depth = static_cast<int>(m_steps.size());
        for (const auto& name : namesIn(folder)) {
            if (m_stop.stop_requested())
                return;
            const auto info = fitsLayout(name, depth) ? folder.find(name) : std::nullopt;
            if (!info)
                continue;
            if (depth == kFolderDepth && S_ISREG(info->st_mode))
                visitFile(folder, name);
            else if (depth < kFolderDepth && S_ISDIR(info->st_mode))
                descend(folder, name);
        }
    }

    Result<void> result() const
    {
        if (m_stop.stop_requested())
            return fail(ErrorKind::Cancelled, "no longer wanted");
        return m_error ? Result<void>(std::unexpected(*m_error)) : Result<void>();
    }

private:
    std::vector<std::string> namesIn(const Folder& folder)
    {
        auto names = folder.names();
        if (names)
            return *std::move(names);
        note(names.error());
        return {};
    }

    void descend(const Folder& folder, const std::string& name)
    {
        const auto inner = folder.inner(name);
        if (!inner)
            return note(inner.error());
        m_steps.push_back(name);
        enter(*inner);
        m_steps.pop_back();
    }

    /// Keeps the first error. Another process may remove a folder at any time, which is no error.
    void note(const Error& error)
    {
        if (error.kind != ErrorKind::NotFound && !m_error)
            m_error = error;
    }

    void visitFile(const Folder& folder, const std::string& name)
    {
        const auto file = folder.openFile(name);
        const auto path = folder.path() / name;
        const auto bytes = file ? mapOwnDescriptor(file->get(), path)
                                : Result<ByteView>(std::unexpected(file.error()));
        const auto info = folder.find(name);
        if (!info)
            return;
        const auto place =
            concat(m_steps[0], "/", m_steps[1], "/", m_steps[2], "/", m_steps[3], "/", name);
        const bool fits = !bytes || bytes->empty() || hasEntryMagic(bytes->span());
        const auto sizeBytes = static_cast<std::uint64_t>(info->st_size);
        m_visit({.path = path,
                 .place = place,
                 .kind = m_steps[0],
                 .version = *versionOf(m_steps[1]),
                 .digest = m_steps[2] + m_steps[3] + name,
                 .diskBytes = (sizeBytes + kPageBytes - 1) / kPageBytes * kPageBytes,
                 .lastUsed = CacheTime(std::chrono::seconds(info->st_mtim.tv_sec)),
                 .isOurs = fits && m_root.mayRemove(folder, name, *info),
                 .entry = bytes ? readEntry(*bytes)
                                : Result<ReadEntry>(std::unexpected(bytes.error()))});
    }

    const CacheRoot& m_root;
    const std::stop_token& m_stop;
    const std::function<void(const CacheFile&)>& m_visit;
    std::vector<std::string> m_steps;
    std::optional<Error> m_error;
};

/// Removes the folders in `folder` that are empty; a file that appears meanwhile keeps them. Those
/// of kinds stay.
std::size_t removeEmpty(const Folder& folder, int depth)
{
    std::size_t removed = 0;
    for (const auto& name : folder.names().value_or(std::vector<std::string>())) {
        const auto inner =
            fitsLayout(name, depth) ? folder.inner(name) : fail(ErrorKind::NotFound, "another's");
        if (!inner)
            continue;
        if (depth + 1 < kFolderDepth)
            removed += removeEmpty(*inner, depth + 1);
        if (depth > 0 && folder.removeEmptyFolder(name))
            ++removed;
    }
    return removed;
}

} // namespace

Result<void> forEachCacheFile(const CacheRoot& root,
                              const std::stop_token& stop,
                              const std::function<void(const CacheFile&)>& visit)
{
    Walk walk(root, stop, visit);
    walk.enter(root.folder());
    return walk.result();
}

Result<void> forEachCacheFile(const std::filesystem::path& folder,
                              const std::stop_token& stop,
                              const std::function<void(const CacheFile&)>& visit)
{
    const auto root = CacheRoot::examine(folder, ::geteuid());
    if (!root && root.error().kind == ErrorKind::NotFound)
        return {};
    return root ? forEachCacheFile(*root, stop, visit) : std::unexpected(root.error());
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

std::size_t removeEmptyCacheFolders(const CacheRoot& root)
{
    return root.isOurs() ? removeEmpty(root.folder(), 0) : 0;
}

} // namespace faultline::cache
