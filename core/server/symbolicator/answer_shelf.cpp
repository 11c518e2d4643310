// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/answer_shelf.h"

#include "core/base/byte_view.h"
#include "core/base/temp_file.h"

#include <utility>

namespace faultline::server {

struct AnswerShelf::Segment
{
    Segment(ByteView bytes, std::shared_ptr<std::atomic<std::uint64_t>> diskBytes)
        : content(std::move(bytes)), total(std::move(diskBytes))
    {
        *total += content.size();
    }

    ~Segment() { *total -= content.size(); }

    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    ByteView content;
    std::shared_ptr<std::atomic<std::uint64_t>> total;
};

AnswerShelf::AnswerShelf(AnswerShelfOptions options, LogSink& log)
    : m_options(std::move(options)), m_log(log),
      m_diskBytes(std::make_shared<std::atomic<std::uint64_t>>(0))
{
}

AnswerShelf::~AnswerShelf() = default;

void AnswerShelf::put(const JobKey& key, Answer answer)
{
    std::vector<Moving> moving;
    {
        const std::lock_guard lock(m_mutex);
        m_memoryBytes += answer->size();
        m_kept.insert_or_assign(key, Kept{.answer = std::move(answer), .segment = nullptr});
        m_inMemory.push_back(key);
        if (m_memoryBytes > m_options.memoryBytes)
            moving = takeOldest();
    }
    if (!moving.empty())
        move(moving);
}

AnswerShelf::Answer AnswerShelf::find(const JobKey& key) const
{
    Kept kept;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_kept.find(key);
        if (found == m_kept.end())
            return nullptr;
        kept = found->second;
    }
    if (kept.answer)
        return kept.answer;
    const auto text = kept.segment->content.slice(kept.offset, kept.sizeBytes);
    return std::make_shared<const std::string>(text ? text->text() : std::string_view());
}

void AnswerShelf::remove(const JobKey& key)
{
    std::map<JobKey, Kept>::node_type removed; // Released without the lock.
    const std::lock_guard lock(m_mutex);
    removed = m_kept.extract(key);
    if (!removed.empty() && removed.mapped().answer && !removed.mapped().isMoving)
        m_memoryBytes -= removed.mapped().answer->size();
    while (!m_inMemory.empty() && !m_kept.contains(m_inMemory.front()))
        m_inMemory.pop_front();
}

AnswerShelf::Size AnswerShelf::size() const
{
    const std::lock_guard lock(m_mutex);
    return {.answers = m_kept.size(), .memoryBytes = m_memoryBytes, .diskBytes = *m_diskBytes};
}

/// Takes the older half out of memory, so that files are few and large. The map still has the
/// answers until move() is done with them.
std::vector<AnswerShelf::Moving> AnswerShelf::takeOldest()
{
    std::vector<Moving> moving;
    while (m_memoryBytes > m_options.memoryBytes / 2 && !m_inMemory.empty()) {
        const auto key = m_inMemory.front();
        m_inMemory.pop_front();
        const auto found = m_kept.find(key);
        if (found == m_kept.end() || !found->second.answer)
            continue;
        m_memoryBytes -= found->second.answer->size();
        found->second.isMoving = true;
        moving.push_back({.key = key, .answer = found->second.answer});
    }
    return moving;
}

void AnswerShelf::move(const std::vector<Moving>& moving)
{
    auto segment = write(moving);
    if (!segment) {
        giveUp(moving, segment.error().describe());
        return;
    }
    const std::lock_guard lock(m_mutex);
    std::uint64_t offset = 0;
    for (const auto& [key, answer] : moving) {
        const auto found = m_kept.find(key);
        if (found != m_kept.end())
            found->second = {.answer = nullptr,
                             .segment = *segment,
                             .offset = offset,
                             .sizeBytes = answer->size()};
        offset += answer->size();
    }
}

Result<AnswerShelf::SegmentPtr> AnswerShelf::write(const std::vector<Moving>& moving)
{
    if (m_options.folder.empty())
        return fail(ErrorKind::Internal, "no folder for answers is set");
    if (*m_diskBytes >= m_options.diskBytes)
        return fail(ErrorKind::Internal,
                    concat("answers already take ", std::uint64_t{*m_diskBytes}, " bytes there"));
    FL_TRY(auto file, TempFile::create(m_options.folder));
    FL_CHECK(file.removeName());
    for (const auto& [key, answer] : moving) {
        FL_CHECK(file.append(asBytes(*answer)));
        if (file.isInMemory())
            return fail(ErrorKind::Internal, "the disk is full");
    }
    FL_TRY(auto content, file.map());
    return std::make_shared<Segment>(std::move(content), m_diskBytes);
}

void AnswerShelf::giveUp(const std::vector<Moving>& moving, std::string_view why)
{
    m_log.write(LogLevel::Warning, "server",
                concat("gave up the answers of ", moving.size(), " finished jobs: ", why));
    const std::lock_guard lock(m_mutex);
    for (const auto& each : moving)
        m_kept.erase(each.key);
}

} // namespace faultline::server
