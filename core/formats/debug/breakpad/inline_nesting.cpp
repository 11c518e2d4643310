// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/breakpad/inline_nesting.h"

#include <algorithm>
#include <span>
#include <utility>

namespace faultline::breakpad {

namespace {

bool comesBefore(const InlineSpan& a, const InlineSpan& b)
{
    return std::pair(a.begin, a.depth) < std::pair(b.begin, b.depth);
}

/// Walks the spans in address order, keeping the chain of calls around the current address.
class Nesting
{
public:
    Nesting(const std::vector<InlineSpan>& sorted, std::vector<object::DebugInline>& out)
        : m_sorted(sorted), m_out(out), m_restsLeft(4 * sorted.size() + 64)
    {
    }

    void run()
    {
        while (m_next < m_sorted.size() || !m_waiting.empty()) {
            const bool takesRest =
                m_next == m_sorted.size() ||
                (!m_waiting.empty() && m_waiting.front().comesBefore(m_sorted[m_next]));
            if (takesRest)
                placeRest(takeRest());
            else
                place(m_sorted[m_next++]);
        }
    }

private:
    struct OpenCall
    {
        std::uint64_t end = 0;
        std::uint64_t depth = 0;
        std::uint32_t index = 0; ///< Into m_out.
    };

    /// The remainder of a span.
    struct Rest
    {
        InlineSpan span = {};
        /// The previous part had a parent, at depth `parentDepth`. Without an equally deep parent,
        /// the rest is not code.
        bool hadParent = false;
        std::uint64_t parentDepth = 0;
    };

    /// What of a rest decides on its turn. Small, because files can have many rests wait.
    struct Waiting
    {
        std::uint64_t begin = 0;
        std::uint64_t depth = 0;
        std::size_t place = 0; ///< Index into m_rests.

        bool comesBefore(const auto& other) const
        {
            return std::pair(begin, depth) < std::pair(other.begin, other.depth);
        }
    };

    static bool comesLater(const Waiting& a, const Waiting& b) { return b.comesBefore(a); }

    void closeBefore(std::uint64_t begin)
    {
        while (!m_open.empty() && m_open.back().end <= begin)
            m_open.pop_back();
    }

    /// The outermost open call of at least this depth.
    std::vector<OpenCall>::const_iterator openFrom(std::uint64_t depth) const
    {
        return std::ranges::lower_bound(m_open, depth, {}, &OpenCall::depth);
    }

    void placeRest(Rest rest)
    {
        closeBefore(rest.span.begin);
        const auto parent = openFrom(rest.parentDepth);
        const bool hasParent = parent != m_open.end() && parent->depth < rest.span.depth;
        if (!rest.hadParent || hasParent) {
            place(rest.span);
            return;
        }
        // Between two calls: on with the next one, should it begin in time.
        const auto later = std::span(m_sorted).subspan(m_next);
        const auto next = std::ranges::upper_bound(later, rest.span.begin, {}, &InlineSpan::begin);
        if (next != later.end())
            putBack(std::move(rest), next->begin);
    }

    void place(const InlineSpan& span)
    {
        closeBefore(span.begin);
        const auto same = openFrom(span.depth);
        if (same != m_open.end() && same->depth == span.depth) {
            putBack({.span = span, .hadParent = false, .parentDepth = 0}, same->end);
            return;
        }
        interruptDeeperThan(span);
        auto end = span.end;
        if (!m_open.empty() && end > m_open.back().end) {
            end = m_open.back().end;
            putBack({.span = span, .hadParent = true, .parentDepth = m_open.back().depth}, end);
        }
        emit(span, end);
    }

    /// Calls that had no call of this depth around them get one now.
    void interruptDeeperThan(const InlineSpan& span)
    {
        while (!m_open.empty() && m_open.back().depth > span.depth) {
            const auto open = m_open.back();
            m_open.pop_back();
            m_out[open.index].end = static_cast<std::uint32_t>(span.begin);
            putBack({.span = {span.begin, open.end, open.depth, m_out[open.index]},
                     .hadParent = false,
                     .parentDepth = 0},
                    span.begin);
        }
    }

    void emit(const InlineSpan& span, std::uint64_t end)
    {
        auto call = span.call;
        call.begin = static_cast<std::uint32_t>(span.begin);
        call.end = static_cast<std::uint32_t>(end);
        call.parent = m_open.empty() ? object::kNoIndex : m_open.back().index;
        m_open.push_back({end, span.depth, static_cast<std::uint32_t>(m_out.size())});
        m_out.push_back(call);
    }

    /// Only damaged files reach the limit.
    void putBack(Rest rest, std::uint64_t begin)
    {
        if (begin >= rest.span.end || m_restsLeft == 0)
            return;
        --m_restsLeft;
        rest.span.begin = begin;
        if (m_freePlaces.empty()) {
            m_freePlaces.push_back(m_rests.size());
            m_rests.emplace_back();
        }
        const auto place = m_freePlaces.back();
        m_freePlaces.pop_back();
        m_waiting.push_back({begin, rest.span.depth, place});
        std::ranges::push_heap(m_waiting, comesLater);
        m_rests[place] = std::move(rest);
    }

    Rest takeRest()
    {
        std::ranges::pop_heap(m_waiting, comesLater);
        const auto place = m_waiting.back().place;
        m_waiting.pop_back();
        m_freePlaces.push_back(place);
        return std::move(m_rests[place]);
    }

    const std::vector<InlineSpan>& m_sorted;
    std::vector<object::DebugInline>& m_out;
    std::size_t m_next = 0;
    std::vector<OpenCall> m_open;   // Outermost first, depths ascending.
    std::vector<Waiting> m_waiting; // A heap, earliest first.
    std::vector<Rest> m_rests;
    std::vector<std::size_t> m_freePlaces; // In m_rests.
    std::size_t m_restsLeft;
};

} // namespace

void appendNested(std::vector<InlineSpan>& spans, std::vector<object::DebugInline>& out)
{
    if (!std::ranges::is_sorted(spans, comesBefore))
        std::ranges::stable_sort(spans, comesBefore);
    Nesting(spans, out).run();
}

} // namespace faultline::breakpad
