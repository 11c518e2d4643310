// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/thread_start.h"
#include "core/server/symcache_http/pdb_source.h"
#include "core/server/symcache_http/symcache_folder.h"
#include "core/server/symcache_http/transcoder.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::server::symcache_http {

struct SymcacheMakerOptions
{
    std::size_t threads = 2;
    std::size_t maxQueued = 256;
    std::chrono::seconds negativeTtl{3600}; ///< For an absent PDB and for a failed run.
    std::chrono::seconds transientTtl{60};  ///< For a source that does not answer.
};

/// Makes .symcache files. Makes each only once, even if several clients ask for it, and remembers
/// what could not be made. Folder, source, transcoder and log must outlive it. Thread-safe.
class SymcacheMaker
{
public:
    SymcacheMaker(SymcacheMakerOptions options,
                  const SymcacheFolder& folder,
                  PdbSource& source,
                  const Transcoder& transcoder,
                  LogSink& log);
    /// Ends the running programs.
    ~SymcacheMaker();
    SymcacheMaker(const SymcacheMaker&) = delete;
    SymcacheMaker& operator=(const SymcacheMaker&) = delete;

    const FormatVersion& version() const { return m_transcoder.version(); }

    /// Tells how a recent attempt for this PDB failed; absent when none is known.
    enum class Failure : std::uint8_t { Final, Transient };
    std::optional<Failure> lastFailure(const PdbKey& key);

    /// Enqueues the PDB unless it is already being made. Returns its place in the queue, from 0;
    /// absent when the queue is full, or there is no thread to make it.
    std::optional<std::size_t> enqueue(const PdbKey& key);

    /// Enqueues the PDB and waits for the end. Returns false when enqueue() would return nothing or
    /// `stop` fires.
    bool make(const PdbKey& key, std::stop_token stop);

private:
    using Clock = std::chrono::system_clock;

    struct Memory
    {
        Failure failure = Failure::Final;
        Clock::time_point expiry;
    };

    void addThreads();
    void work(const std::stop_token& stop);
    void makeNow(const PdbKey& key, const std::stop_token& stop);
    Result<FormatVersion> tryToMake(const PdbKey& key, const std::stop_token& stop);
    void remember(const PdbKey& key, const Error& error);
    std::optional<std::size_t> enqueueLocked(const PdbKey& key);
    bool isOpen(const PdbKey& key) const;

    SymcacheMakerOptions m_options;
    const SymcacheFolder& m_folder;
    PdbSource& m_source;
    const Transcoder& m_transcoder;
    LogSink& m_log;
    std::mutex m_mutex; // Guards the members below.
    std::condition_variable_any m_changed;
    std::deque<PdbKey> m_queue;
    std::vector<PdbKey> m_running;
    std::map<PdbKey, Memory> m_failures;
    std::vector<Thread> m_threads; // The last member, because the threads use all others.
};

} // namespace faultline::server::symcache_http
