// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/server/symbolicator/job_id.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server {

struct AnswerShelfOptions
{
    std::uint64_t memoryBytes = 32ull << 20; ///< Beyond this, the oldest answers move to files.
    std::uint64_t diskBytes = 4ull << 30;    ///< Beyond this, they are given up instead.
    std::filesystem::path folder; ///< For the files, which have no names. Empty: no answer moves
                                  ///< to disk; the oldest are given up.
};

/// The answers of finished jobs that clients may still ask for: the newest in memory, older ones on
/// disk. An answer for which there is no room any more is given up, which the log tells.
/// Thread-safe.
class AnswerShelf
{
public:
    using Answer = std::shared_ptr<const std::string>;

    AnswerShelf(AnswerShelfOptions options, LogSink& log);
    ~AnswerShelf();

    /// Keeps an answer. Moves older ones to disk if memory is short, which writes a file.
    void put(const JobKey& key, Answer answer);

    /// Returns null for an unknown key. Reads the answer if it is on disk.
    Answer find(const JobKey& key) const;

    void remove(const JobKey& key);

    struct Size
    {
        std::size_t answers = 0;
        std::uint64_t memoryBytes = 0;
        std::uint64_t diskBytes = 0; ///< Of the files, with answers in them that were removed.
    };

    Size size() const;

private:
    struct Segment; ///< A file with the answers that moved at once.
    using SegmentPtr = std::shared_ptr<Segment>;

    struct Kept
    {
        Answer answer;         ///< Null on disk.
        bool isMoving = false; ///< To disk, and no longer counted in memory.
        SegmentPtr segment;
        std::uint64_t offset = 0;
        std::uint64_t sizeBytes = 0;
    };

    struct Moving
    {
        JobKey key;
        Answer answer;
    };

    std::vector<Moving> takeOldest();
    void move(const std::vector<Moving>& moving);
    Result<SegmentPtr> write(const std::vector<Moving>& moving);
    void giveUp(const std::vector<Moving>& moving, std::string_view why);

    const AnswerShelfOptions m_options;
    LogSink& m_log;
    /// Shared with the segments, which a reader may hold for longer than the shelf does.
    std::shared_ptr<std::atomic<std::uint64_t>> m_diskBytes;
    mutable std::mutex m_mutex; // Guards the members below.
    std::map<JobKey, Kept> m_kept;
    std::deque<JobKey> m_inMemory; ///< Oldest first, with keys that were removed since.
    std::uint64_t m_memoryBytes = 0;
};

} // namespace faultline::server
