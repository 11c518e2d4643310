// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/inline_tree.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

bool comesBefore(const InlinePiece& a, const InlinePiece& b)
{
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.depth < b.depth;
}

/// Puts the earliest piece on top of a heap.
bool comesLater(const InlinePiece& a, const InlinePiece& b)
{
    return comesBefore(b, a);
}

/// Walks pieces in address order, keeping the chain of inlined ranges that cover the current
/// address.
class TreeBuilder
{
public:
    TreeBuilder(CodeRange function,
                std::span<const object::DebugInline> calls,
                std::size_t pieceCount,
                std::vector<object::DebugInline>& out)
        : m_function(function), m_calls(calls), m_out(out), m_restsLeft(4 * pieceCount + 64)
    {
    }

    void add(const InlinePiece& piece)
    {
        takeRestsBefore(piece);
        place(piece);
    }

    void finish()
    {
        while (!m_rests.empty())
            place(takeRest());
    }

    std::size_t placed() const { return m_placed; }

private:
    struct Open
    {
        std::uint32_t end = 0;
        std::uint32_t index = 0; ///< Into m_out.
        std::uint32_t call = 0;
    };

    void place(InlinePiece piece)
    {
        ++m_placed;
        while (!m_open.empty() && m_open.back().end <= piece.range.begin)
            m_open.pop_back();
        if (m_open.size() < piece.depth)
            return;
        if (m_open.size() > piece.depth) {
            putBack(piece, m_open[piece.depth].end); // Overlaps an earlier sibling.
            return;
        }
        if (!m_open.empty() && m_open.back().call != piece.parentCall) {
            putBack(piece, m_open.back().end); // Nested in a sibling that had to wait.
            return;
        }
        const auto parentEnd = m_open.empty() ? m_function.end : m_open.back().end;
        if (piece.range.end > parentEnd) {
            putBack(piece, parentEnd);
            piece.range.end = parentEnd;
        }
        emit(piece);
    }

    void emit(const InlinePiece& piece)
    {
        auto record = m_calls[piece.call];
        record.begin = piece.range.begin;
        record.end = piece.range.end;
        record.parent = m_open.empty() ? object::kNoIndex : m_open.back().index;
        m_open.push_back({piece.range.end, static_cast<std::uint32_t>(m_out.size()), piece.call});
        m_out.push_back(record);
    }

    /// Keeps what is left of a piece from `begin` on for later. Only damaged files reach the limit.
    void putBack(InlinePiece piece, std::uint32_t begin)
    {
        if (begin >= piece.range.end || begin >= m_function.end || m_restsLeft == 0)
            return;
        --m_restsLeft;
        piece.range.begin = begin;
        m_rests.push_back(piece);
        std::ranges::push_heap(m_rests, comesLater);
    }

    InlinePiece takeRest()
    {
        std::ranges::pop_heap(m_rests, comesLater);
        const auto piece = m_rests.back();
        m_rests.pop_back();
        return piece;
    }

    void takeRestsBefore(const InlinePiece& piece)
    {
        while (!m_rests.empty() && comesBefore(m_rests.front(), piece))
            place(takeRest());
    }

    CodeRange m_function;
    std::span<const object::DebugInline> m_calls;
    std::vector<object::DebugInline>& m_out;
    std::vector<Open> m_open;
    std::vector<InlinePiece> m_rests; // A heap, earliest first.
    std::size_t m_restsLeft;
    std::size_t m_placed = 0;
};

} // namespace

void sortPieces(std::span<InlinePiece> pieces)
{
    // Entries are mostly in address order already, for which checking is all it takes.
    if (!std::ranges::is_sorted(pieces, comesBefore))
        std::ranges::stable_sort(pieces, comesBefore);
}

std::size_t appendInlineTree(CodeRange function,
                             std::span<const InlinePiece> sortedPieces,
                             std::span<const object::DebugInline> calls,
                             std::vector<object::DebugInline>& out)
{
    const auto begin = [](const InlinePiece& piece) { return piece.range.begin; };
    const auto first = std::ranges::lower_bound(sortedPieces, function.begin, {}, begin);
    TreeBuilder builder(function, calls, sortedPieces.size(), out);
    for (auto piece = first; piece != sortedPieces.end() && piece->range.begin < function.end;
         ++piece)
        builder.add(*piece);
    builder.finish();
    return builder.placed();
}

} // namespace faultline::dwarf
