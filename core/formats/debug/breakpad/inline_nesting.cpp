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
        while (m_next < m_sorted.size() || !m_rests.empty()) {
            const bool takesRest =
                m_next == m_sorted.size() ||
                (!m_rests.empty() && comesBefore(m_rests.front().span, m_sorted[m_next]));
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

    static bool comesLater(const Rest& a, const Rest& b) { return comesBefore(b.span, a.span); }

    void closeBefore(std::uint64_t begin)
    {
        while (!m_open.empty() && m_open.back().end <= begin)
            m_open.pop_back();
    }

    void placeRest(Rest rest)
    {
        closeBefore(rest.span.begin);
        const bool hasParent = std::ranges::any_of(m_open, [&](const OpenCall& open) {
            return open.depth >= rest.parentDepth && open.depth < rest.span.depth;
        });
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
        const auto same = std::ranges::find(m_open, span.depth, &OpenCall::depth);
        if (same != m_open.end()) {
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
        m_rests.push_back(std::move(rest));
        std::ranges::push_heap(m_rests, comesLater);
    }

    Rest takeRest()
    {
        std::ranges::pop_heap(m_rests, comesLater);
        auto rest = std::move(m_rests.back());
        m_rests.pop_back();
        return rest;
    }

    const std::vector<InlineSpan>& m_sorted;
    std::vector<object::DebugInline>& m_out;
    std::size_t m_next = 0;
    std::vector<OpenCall> m_open; // Outermost first, depths ascending.
    std::vector<Rest> m_rests;    // A heap, earliest first.
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
