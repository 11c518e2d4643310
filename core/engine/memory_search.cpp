// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/memory_search.h"

#include "core/engine/process_words.h"

#include <algorithm>
#include <functional>

namespace faultline::engine {

namespace {

using State = SearchAnswer::State;

constexpr std::size_t kBlock = 1u << 20;
constexpr std::size_t kMostPatterns = 8;
constexpr std::size_t kLongestPattern = 4096;
constexpr std::size_t kMostHits = 10'000;

/// Searches one pattern after the other in each block, so that memory is read from the disk once.
class Search
{
public:
    Search(const MemoryImage& memory, const SearchQuestion& question, const std::stop_token& stop)
        : m_memory(memory), m_question(question), m_stop(stop),
          m_most(std::min<std::size_t>(question.most, kMostHits)),
          m_overlap(std::ranges::max(question.patterns, {}, &Pattern::size).size() - 1)
    {
    }

    SearchAnswer run()
    {
        m_answer.state = State::Known;
        for (const auto& range : m_memory.ranges()) {
            for (std::size_t at = 0; at < range.bytes.size(); at += kBlock) {
                m_answer.isCut = m_stop.stop_requested() || m_answer.hits.size() >= m_most;
                if (m_answer.isCut)
                    return finished();
                searchBlock(range, at);
            }
            searchBorder(range);
        }
        return finished();
    }

private:
    using Pattern = std::vector<std::byte>;

    SearchAnswer finished()
    {
        m_answer.isCut |= m_answer.hits.size() >= m_most;
        std::ranges::sort(m_answer.hits, {}, &MemoryHit::address);
        return std::move(m_answer);
    }

    /// Hits begin in the block and may end after it.
    void searchBlock(const MemoryRange& range, std::size_t at)
    {
        const auto bytes = range.bytes.span();
        const auto size = std::min(kBlock, bytes.size() - at);
        m_answer.searchedBytes += size;
        searchBytes(bytes.subspan(at, std::min(size + m_overlap, bytes.size() - at)),
                    range.address + at, size);
    }

    /// What begins in a piece and ends in the next one.
    void searchBorder(const MemoryRange& range)
    {
        const auto tail = std::min(m_overlap, range.bytes.size());
        const auto from = range.end() - tail;
        Pattern bytes(tail + m_overlap);
        bytes.resize(m_memory.read(from, bytes));
        if (bytes.size() > tail)
            searchBytes(bytes, from, tail, tail);
    }

    /// Takes what begins in the first `count` bytes and ends after the first `after` ones.
    void searchBytes(Bytes bytes, std::uint64_t address, std::size_t count, std::size_t after = 0)
    {
        for (std::uint32_t i = 0; i < m_question.patterns.size(); ++i) {
            const auto& pattern = m_question.patterns[i];
            const std::boyer_moore_horspool_searcher searcher(pattern.begin(), pattern.end());
            for (auto at = bytes.begin(); m_answer.hits.size() < m_most;) {
                at = std::search(at, bytes.end(), searcher);
                const auto offset = static_cast<std::size_t>(at - bytes.begin());
                if (at == bytes.end() || offset >= count)
                    break;
                if (offset + pattern.size() > after)
                    add(address + offset, i);
                ++at;
            }
        }
    }

    void add(std::uint64_t address, std::uint32_t pattern)
    {
        if (address % std::max<std::uint64_t>(m_question.alignment, 1) == 0)
            m_answer.hits.push_back({.address = address, .pattern = pattern, .place = {}});
    }

    const MemoryImage& m_memory;
    const SearchQuestion& m_question;
    const std::stop_token& m_stop;
    std::size_t m_most;
    std::size_t m_overlap; ///< The longest pattern less one byte.
    SearchAnswer m_answer;
};

bool isSearchable(const SearchQuestion& question)
{
    return !question.patterns.empty() && question.patterns.size() <= kMostPatterns &&
           std::ranges::all_of(question.patterns, [](const std::vector<std::byte>& pattern) {
               return !pattern.empty() && pattern.size() <= kLongestPattern;
           });
}

} // namespace

SearchAnswer
findPatterns(const MemoryImage& memory, const SearchQuestion& question, const std::stop_token& stop)
{
    if (memory.ranges().empty())
        return {.state = State::NoMemory};
    if (!isSearchable(question))
        return {.state = State::BadPattern};
    return Search(memory, question, stop).run();
}

SearchAnswer searchMemory(EngineServices& services,
                          const EventFindings& findings,
                          const SearchQuestion& question,
                          const std::stop_token& stop)
{
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || !native->memory)
        return {};
    auto answer = findPatterns(*native->memory, question, stop);
    const ProcessWords words(services, findings);
    for (auto& hit : answer.hits)
        hit.place = words.placeOf(hit.address);
    return answer;
}

} // namespace faultline::engine
