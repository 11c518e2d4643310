// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/range_tree.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace faultline::symbfile {

namespace {

struct Extent
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t range = 0;

    /// The first range in the file comes first.
    friend bool operator>(const Extent& a, const Extent& b) { return a.range > b.range; }
};

void append(std::vector<Piece>& pieces, Piece piece)
{
    const bool isMore =
        !pieces.empty() && pieces.back().range == piece.range && pieces.back().end == piece.begin;
    if (isMore)
        pieces.back().end = piece.end;
    else
        pieces.push_back(piece);
}

/// Goes through the addresses in order, with the ranges that are open there. Two pieces for each
/// range at most, however they overlap.
std::vector<Piece> piecesOf(std::vector<Extent> extents)
{
    if (!std::ranges::is_sorted(extents, {}, &Extent::begin))
        std::ranges::stable_sort(extents, {}, &Extent::begin);
    std::vector<Piece> pieces;
    std::priority_queue<Extent, std::vector<Extent>, std::greater<>> open;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i <= extents.size(); ++i) {
        const auto next = i < extents.size() ? extents[i].begin : UINT64_MAX;
        while (!open.empty() && at < next) {
            const auto& first = open.top();
            const auto end = std::min(first.end, next);
            if (at < end)
                append(pieces, {.begin = at, .end = end, .range = first.range, .parent = kNoPiece});
            at = std::max(at, end);
            if (first.end <= at)
                open.pop();
        }
        at = next;
        if (i < extents.size())
            open.push(extents[i]);
    }
    return pieces;
}

/// Cuts pieces at the borders of the depth above.
std::vector<Piece>
cutByParents(const std::vector<Piece>& pieces, const std::vector<Piece>& parents, RangeTree& tree)
{
    std::vector<Piece> cut;
    auto parent = parents.begin();
    for (const auto& piece : pieces) {
        while (parent != parents.end() && parent->end <= piece.begin)
            ++parent;
        std::uint64_t covered = 0;
        for (auto at = parent; at != parents.end() && at->begin < piece.end; ++at) {
            auto part = piece;
            part.begin = std::max(piece.begin, at->begin);
            part.end = std::min(piece.end, at->end);
            part.parent = static_cast<std::uint32_t>(at - parents.begin());
            covered += part.end - part.begin;
            cut.push_back(part);
        }
        tree.leftOut += covered < piece.end - piece.begin ? 1 : 0;
    }
    return cut;
}

} // namespace

RangeTree makeRangeTree(std::span<const Range> ranges, std::size_t maxPieces)
{
    std::map<std::uint32_t, std::vector<Extent>> extents;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& range = ranges[i];
        if (range.sizeBytes > 0 && range.sizeBytes <= UINT64_MAX - range.address)
            extents[range.depth].push_back({.begin = range.address,
                                            .end = range.address + range.sizeBytes,
                                            .range = static_cast<std::uint32_t>(i)});
    }
    RangeTree tree;
    std::size_t count = 0;
    for (auto& [depth, ofDepth] : extents) {
        auto pieces = piecesOf(std::move(ofDepth));
        if (depth != tree.depths.size() || count > maxPieces) {
            tree.leftOut += static_cast<std::uint32_t>(pieces.size());
            continue;
        }
        if (depth > 0)
            pieces = cutByParents(pieces, tree.depths.back(), tree);
        count += pieces.size();
        tree.depths.push_back(std::move(pieces));
    }
    return tree;
}

} // namespace faultline::symbfile
