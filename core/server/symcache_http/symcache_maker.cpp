// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/symcache_maker.h"

#include "core/base/contained.h"

#include <algorithm>

namespace faultline::server::symcache_http {

SymcacheMaker::SymcacheMaker(SymcacheMakerOptions options,
                             const SymcacheFolder& folder,
                             PdbSource& source,
                             const Transcoder& transcoder,
                             LogSink& log)
    : m_options(options), m_folder(folder), m_source(source), m_transcoder(transcoder), m_log(log)
{
    m_threads.reserve(m_options.threads);
    addThreads();
}

/// What cannot be started now is started with a later file.
void SymcacheMaker::addThreads()
{
    while (m_threads.size() < m_options.threads) {
        auto thread = startThread([this](const std::stop_token& stop) { work(stop); });
        if (!thread)
            return;
        m_threads.push_back(*std::move(thread));
    }
}

SymcacheMaker::~SymcacheMaker()
{
    for (auto& thread : m_threads)
        thread.requestStop();
    m_threads.clear(); // Joins.
}

std::optional<SymcacheMaker::Failure> SymcacheMaker::lastFailure(const PdbKey& key)
{
    const auto now = Clock::now();
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_failures, [&](const auto& entry) { return entry.second.expiry <= now; });
        if (const auto known = m_failures.find(key); known != m_failures.end())
            return known->second.failure;
    }
    return m_folder.hasNegative(key, version(), now) ? std::optional(Failure::Final) : std::nullopt;
}

bool SymcacheMaker::isOpen(const PdbKey& key) const
{
    return std::ranges::find(m_queue, key) != m_queue.end() ||
           std::ranges::find(m_running, key) != m_running.end();
}

std::optional<std::size_t> SymcacheMaker::enqueueLocked(const PdbKey& key)
{
    if (std::ranges::find(m_running, key) != m_running.end())
        return 0;
    const auto queued = std::ranges::find(m_queue, key);
    if (queued != m_queue.end())
        return static_cast<std::size_t>(queued - m_queue.begin());
    if (m_queue.size() >= m_options.maxQueued)
        return std::nullopt;
    addThreads();
    if (m_threads.empty())
        return std::nullopt;
    m_queue.push_back(key);
    m_changed.notify_all();
    return m_queue.size() - 1;
}

std::optional<std::size_t> SymcacheMaker::enqueue(const PdbKey& key)
{
    const std::lock_guard lock(m_mutex);
    return enqueueLocked(key);
}

bool SymcacheMaker::make(const PdbKey& key, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    if (!enqueueLocked(key))
        return false;
    return m_changed.wait(lock, std::move(stop), [&] { return !isOpen(key); });
}

void SymcacheMaker::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_queue.empty(); })) {
        const auto key = m_queue.front();
        m_queue.pop_front();
        m_running.push_back(key);
        lock.unlock();
        containedAlone([&] { makeNow(key, stop); });
        lock.lock();
        std::erase(m_running, key);
        m_changed.notify_all();
    }
}

void SymcacheMaker::makeNow(const PdbKey& key, const std::stop_token& stop)
{
    const auto made = tryToMake(key, stop);
    if (made || made.error().kind == ErrorKind::Cancelled)
        return;
    m_log.write(
        LogLevel::Warning, "server",
        concat("symcache of ", key.name, " ", key.folderName(), ": ", made.error().describe()));
    remember(key, made.error());
}

Result<FormatVersion> SymcacheMaker::tryToMake(const PdbKey& key, const std::stop_token& stop)
{
    // A request that came while the file was being made finds it stored already.
    if (const auto stored = m_folder.best(key, version()); stored && stored->version >= version())
        return stored->version;
    const auto pdb = m_source.fetch(key, stop);
    if (!pdb) {
        const auto kind = pdb.error().kind;
        if (kind == ErrorKind::NotFound || kind == ErrorKind::Cancelled)
            return std::unexpected(pdb.error());
        return fail(ErrorKind::DownloadFailed, pdb.error().describe());
    }
    auto made = m_transcoder.run(key, pdb->span(), m_folder, stop);
    if (!made && made.error().kind != ErrorKind::Cancelled)
        return fail(ErrorKind::Unsupported, made.error().detail);
    return made;
}

/// A source that does not answer does not prove that the PDB is absent. Only absence outlives a
/// restart: after one, the operator may have mended a program that failed.
void SymcacheMaker::remember(const PdbKey& key, const Error& error)
{
    const bool isTransient = broadKind(error.kind) == ErrorKind::DownloadFailed;
    const auto expiry =
        Clock::now() + (isTransient ? m_options.transientTtl : m_options.negativeTtl);
    {
        const std::lock_guard lock(m_mutex);
        m_failures[key] = {isTransient ? Failure::Transient : Failure::Final, expiry};
    }
    if (error.kind != ErrorKind::NotFound)
        return;
    if (const auto written = m_folder.writeNegative(key, version(), expiry); !written)
        m_log.write(LogLevel::Warning, "server",
                    concat("symcache folder: ", written.error().detail));
}

} // namespace faultline::server::symcache_http
