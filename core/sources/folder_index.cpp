// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/folder_index.h"

#include "core/base/blocking.h"
#include "core/base/folder_walk.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <unordered_map>

namespace faultline::sources {

namespace {

namespace fs = std::filesystem;

struct IndexedFile
{
    FileIdentity identity;
    std::vector<IdentifiedObject> objects;
};

/// Everything known after one scan; immutable once published.
struct Snapshot
{
    std::map<std::string, IndexedFile> files; ///< Keyed by path below the folder.
    std::multimap<std::string, std::string> pathsByUuid;
    std::multimap<std::string, std::string> pathsByCodeId;
    std::multimap<std::string, std::string> pathsByName; ///< Only files that are debug files.
    FolderIndex::Totals totals;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// Walks a folder once and takes unchanged entries from the previous scan.
class Scan
{
public:
    Scan(const fs::path& folder,
         const IdentifyFile& identify,
         const FolderLimits& limits,
         const Snapshot& previous)
        : m_folder(folder), m_identify(identify), m_limits(limits), m_previous(previous)
    {
    }

    /// Null when `stop` fires.
    SnapshotPtr run(const std::stop_token& stop)
    {
        auto walk = FolderWalk::begin(m_folder);
        while (const auto* entry = walk ? walk->next() : nullptr) {
            if (stop.stop_requested())
                return nullptr;
            if (entry->isFolder && entry->depth + 1 >= m_limits.maxDepth && !isInBundle(*entry)) {
                m_next->totals.truncated = true;
                walk->passOver();
            }
            std::error_code unreadable;
            if (!fs::is_regular_file(entry->path, unreadable))
                continue;
            if (m_next->totals.files == m_limits.maxFiles) {
                m_next->totals.truncated = true;
                break;
            }
            take(entry->path);
        }
        return m_next;
    }

private:
    /// A dSYM is a folder, but one file to its users. So it belongs to the folder that holds it.
    bool isInBundle(const FolderWalk::Entry& entry) const
    {
        constexpr std::size_t kBundleDepth = 4; // X.dSYM/Contents/Resources/DWARF
        if (entry.depth + 1 >= m_limits.maxDepth + kBundleDepth)
            return false;
        return std::ranges::any_of(
            entry.path.lexically_relative(m_folder),
            [](const fs::path& part) { return part.extension() == ".dSYM"; });
    }

    void take(const fs::path& path)
    {
        ++m_next->totals.files;
        const auto identity = fileIdentity(path);
        if (!identity || identity->sizeBytes == 0 || identity->sizeBytes > m_limits.maxFileBytes)
            return;
        auto name = path.lexically_relative(m_folder).generic_string();
        const auto known = m_previous.files.find(name);
        IndexedFile file{*identity, {}};
        if (known != m_previous.files.end() && known->second.identity == *identity)
            file.objects = known->second.objects;
        else if (const auto bytes = mapForeignFile(path))
            file.objects = m_identify(*bytes);
        addToIndex(name, file);
        m_next->files.emplace(std::move(name), std::move(file));
    }

    void addToIndex(const std::string& name, const IndexedFile& file)
    {
        if (file.objects.empty())
            return;
        ++m_next->totals.identified;
        m_next->pathsByName.emplace(name.substr(name.rfind('/') + 1), name);
        for (const auto& object : file.objects) {
            if (!object.debugId.isNil())
                m_next->pathsByUuid.emplace(object.debugId.uuidHex(), name);
            if (!object.codeId.empty())
                m_next->pathsByCodeId.emplace(object.codeId.text(), name);
        }
    }

    const fs::path& m_folder;
    const IdentifyFile& m_identify;
    const FolderLimits& m_limits;
    const Snapshot& m_previous;
    std::shared_ptr<Snapshot> m_next = std::make_shared<Snapshot>();
};

/// Collects the files listed under `id` whose objects satisfy `fits`.
template <class Fits>
void collect(const Snapshot& snapshot,
             const std::multimap<std::string, std::string>& paths,
             const std::string& id,
             Fits fits,
             std::vector<FolderMatch>& matches)
{
    const auto [first, last] = paths.equal_range(id);
    for (auto path = first; path != last; ++path) {
        const auto& file = snapshot.files.at(path->second);
        for (const auto& object : file.objects) {
            const FolderMatch match{object.type, path->second, file.identity, false};
            const auto same = [&match](const FolderMatch& m) {
                return m.path == match.path && m.type == match.type;
            };
            if (fits(object) && std::ranges::none_of(matches, same))
                matches.push_back(match);
        }
    }
}

/// A few files that are called like the wanted ones. Only their ids tell that they are of another
/// build.
std::vector<FolderMatch> namesakesIn(const Snapshot& snapshot, const ObjectLookup& lookup)
{
    constexpr std::size_t kMost = 3;
    std::vector<FolderMatch> matches;
    const auto fits = [](const IdentifiedObject& object) {
        return !object.debugId.isNil() || !object.codeId.empty();
    };
    for (const auto& wanted : {lookup.debugFile, lookup.codeFile}) {
        if (const auto name = wanted ? validBaseName(*wanted) : std::nullopt)
            collect(snapshot, snapshot.pathsByName, std::string(*name), fits, matches);
    }
    std::ranges::sort(matches, {}, &FolderMatch::path);
    matches.resize(std::min(matches.size(), kMost));
    for (auto& match : matches)
        match.isNamesake = true;
    return matches;
}

std::vector<FolderMatch> findIn(const Snapshot& snapshot, const ObjectLookup& lookup)
{
    std::vector<FolderMatch> matches;
    if (lookup.debugId && !lookup.debugId->isNil()) {
        const auto fits = [&](const IdentifiedObject& object) {
            return object.debugId.serves(*lookup.debugId);
        };
        collect(snapshot, snapshot.pathsByUuid, lookup.debugId->uuidHex(), fits, matches);
    }
    if (matches.empty() && lookup.codeId && !lookup.codeId->empty()) {
        const auto fits = [&](const IdentifiedObject& object) {
            return object.codeId == *lookup.codeId;
        };
        collect(snapshot, snapshot.pathsByCodeId, lookup.codeId->text(), fits, matches);
    }
    const auto name = lookup.codeFile ? validBaseName(*lookup.codeFile) : std::nullopt;
    if (!lookup.debugId && !lookup.codeId && lookup.type == LookupType::Elf && name) {
        const auto fits = [](const IdentifiedObject&) { return true; };
        collect(snapshot, snapshot.pathsByName, std::string(*name), fits, matches);
    }
    std::ranges::sort(matches, {}, &FolderMatch::path);
    return matches.empty() ? namesakesIn(snapshot, lookup) : matches;
}

} // namespace

class FolderIndex::Impl
{
public:
    Impl(fs::path folder, IdentifyFile identify, FolderLimits limits)
        : m_folder(std::move(folder)), m_identify(std::move(identify)), m_limits(limits)
    {
    }

    /// A recent snapshot. Scans if necessary, unless another thread does. Null when `stop` fires.
    SnapshotPtr current(const std::stop_token& stop)
    {
        std::optional<BlockingScope> blocking;
        std::unique_lock lock(m_mutex);
        if (m_scanning) {
            lock.unlock();
            blocking.emplace();
            lock.lock();
        }
        if (!m_changed.wait(lock, stop, [this] { return !m_scanning; }))
            return nullptr;
        blocking.reset();
        const auto now = std::chrono::steady_clock::now();
        if (m_scannedAt && !m_isOutdated && now - *m_scannedAt < m_limits.recheckAfter)
            return m_snapshot;
        m_scanning = true;
        m_isOutdated = false;
        const auto previous = m_snapshot;
        lock.unlock();
        auto next = Scan(m_folder, m_identify, m_limits, *previous).run(stop);
        lock.lock();
        m_scanning = false;
        if (next) {
            m_snapshot = next;
            m_scannedAt = std::chrono::steady_clock::now();
        }
        m_changed.notify_all();
        return next;
    }

    void expire()
    {
        const std::lock_guard lock(m_mutex);
        m_isOutdated = true;
    }

    Totals totals()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshot->totals;
    }

private:
    const fs::path m_folder;
    const IdentifyFile m_identify;
    const FolderLimits m_limits;
    std::mutex m_mutex; // Guards what follows.
    std::condition_variable_any m_changed;
    bool m_scanning = false;
    // Also set while a scan runs, because the scan may have missed the change.
    bool m_isOutdated = false;
    std::optional<std::chrono::steady_clock::time_point> m_scannedAt;
    SnapshotPtr m_snapshot = std::make_shared<Snapshot>();
};

FolderIndex::FolderIndex(fs::path folder, IdentifyFile identify, FolderLimits limits)
    : m_impl(std::make_unique<Impl>(std::move(folder), std::move(identify), limits))
{
}

FolderIndex::~FolderIndex() = default;

std::vector<FolderMatch> FolderIndex::find(const ObjectLookup& lookup, std::stop_token stop)
{
    const auto snapshot = m_impl->current(stop);
    return snapshot ? findIn(*snapshot, lookup) : std::vector<FolderMatch>();
}

void FolderIndex::expire()
{
    m_impl->expire();
}

FolderIndex::Totals FolderIndex::totals() const
{
    return m_impl->totals();
}

class FolderCatalog::Impl
{
public:
    Impl(IdentifyFile identify, FolderLimits limits)
        : m_identify(std::move(identify)), m_limits(limits)
    {
    }

    std::shared_ptr<FolderIndex> indexOf(const std::string& folder, bool recursive)
    {
        FolderLimits limits = m_limits;
        if (!recursive)
            limits.maxDepth = 1;
        const std::lock_guard lock(m_mutex);
        auto& index = m_indexes[{folder, recursive}];
        if (!index)
            index = std::make_shared<FolderIndex>(folder, m_identify, limits);
        return index;
    }

private:
    const IdentifyFile m_identify;
    const FolderLimits m_limits;
    std::mutex m_mutex; // Guards m_indexes.
    std::map<std::pair<std::string, bool>, std::shared_ptr<FolderIndex>> m_indexes;
};

FolderCatalog::FolderCatalog(IdentifyFile identify, FolderLimits limits)
    : m_impl(std::make_unique<Impl>(std::move(identify), limits))
{
}

FolderCatalog::~FolderCatalog() = default;

std::shared_ptr<FolderIndex> FolderCatalog::indexOf(const std::string& folder, bool recursive)
{
    return m_impl->indexOf(folder, recursive);
}

} // namespace faultline::sources
