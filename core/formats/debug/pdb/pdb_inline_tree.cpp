// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_inline_tree.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace faultline::pdb {

namespace {

bool startsBefore(const CodeRow& a, const CodeRow& b)
{
    return a.begin < b.begin;
}

constexpr std::size_t kLeastSteps = 4096;
constexpr std::size_t kStepsPerRow = 256;

/// Used where no line is known.
constexpr CodeRow kNoLine{0, 0, kNoChecksum, 0, 0};

/// The row at an address, otherwise the one before it, otherwise the first; kNoLine when there are
/// none.
CodeRow rowAt(const std::vector<CodeRow>& rows, std::uint32_t address)
{
    if (rows.empty())
        return kNoLine;
    const auto after =
        std::upper_bound(rows.begin(), rows.end(), CodeRow{address, 0, 0, 0, 0}, startsBefore);
    return after == rows.begin() ? rows.front() : *std::prev(after);
}

/// Sorts, and cuts every row where the next one begins.
void makeDisjoint(std::vector<CodeRow>& rows)
{
    std::stable_sort(rows.begin(), rows.end(), startsBefore);
    for (std::size_t i = 0; i + 1 < rows.size(); ++i)
        rows[i].end = std::min(rows[i].end, rows[i + 1].begin);
    std::erase_if(rows, [](const CodeRow& row) { return row.begin >= row.end; });
}

/// Adds rows for the parts of `ranges` that `rows` does not cover, with the line before them. A
/// call belongs to its caller even if the caller's own table omits it. Both are sorted; rows are
/// disjoint and not empty.
void cover(std::vector<CodeRow>& rows, std::vector<CodeRow> ranges)
{
    makeDisjoint(ranges);
    std::vector<CodeRow> gaps;
    auto row = rows.begin();
    for (const auto& range : ranges) {
        auto position = range.begin;
        while (position < range.end) {
            while (row != rows.end() && row->end <= position)
                ++row;
            const auto gapEnd =
                row == rows.end() ? range.end : std::min(range.end, std::max(position, row->begin));
            if (gapEnd > position) {
                auto gap = rowAt(rows, position);
                gap.begin = position;
                gap.end = gapEnd;
                gaps.push_back(gap);
            }
            position =
                row == rows.end() ? range.end : std::max(gapEnd, std::min(range.end, row->end));
        }
    }
    rows.insert(rows.end(), gaps.begin(), gaps.end());
    std::stable_sort(rows.begin(), rows.end(), startsBefore);
}

/// The line of a piece of an inlined function; 0 when it is not known.
std::uint32_t inlinedLine(const codeview::InlineeRecord& inlinee, const codeview::InlineLine& piece)
{
    constexpr std::int64_t kLastLine = 0xffffff; // Lines have 24 bits.
    const auto line = std::int64_t{inlinee.line.value_or(0)} + piece.lineDelta;
    return inlinee.line && line > 0 && line <= kLastLine ? static_cast<std::uint32_t>(line) : 0;
}

class TreeBuilder
{
public:
    TreeBuilder(std::uint32_t sizeBytes,
                std::vector<CodeRow> functionRows,
                std::vector<InlineSite> sites)
        : m_size(sizeBytes), m_functionRows(std::move(functionRows)), m_sites(std::move(sites)),
          m_runsOf(m_sites.size()), m_claimed(m_sites.size() + 1)
    {
        // Each row of a call lies in one range of its caller, or in a few.
        std::size_t rows = m_functionRows.size();
        for (const auto& site : m_sites)
            rows += site.rows.size() + 1;
        m_stepsLeft = kLeastSteps + kStepsPerRow * rows;
    }

    InlineTree build();

private:
    bool isAlive(const InlineSite& site) const { return !site.rows.empty(); }

    void dropEmptySites();
    void coverChildren();
    void placeSite(std::size_t index);
    bool takeStep();
    void placeInParent(std::size_t index, const CodeRow& row, std::size_t parentRun);
    void placeUnclaimed(std::size_t index, CodeRow piece, std::size_t parentRun);
    void addPiece(std::size_t index, const CodeRow& piece, std::size_t parentRun);
    void paint(const CodeRow& piece);
    void sortRuns();

    std::uint32_t m_size;
    std::vector<CodeRow> m_functionRows;
    std::vector<InlineSite> m_sites;
    std::vector<std::vector<std::size_t>> m_runsOf; // Per site: its runs, in address order.
    std::vector<std::map<std::uint32_t, std::uint32_t>>
        m_claimed; // Per parent (last: the function): begin to end of placed children.
    std::map<std::uint32_t, CodeRow> m_painted; // Address to the row that holds from there on.
    std::vector<unsigned> m_depths;             // Per run.
    std::size_t m_stepsLeft = 0;                // For searching free code.
    InlineTree m_tree;
};

void TreeBuilder::dropEmptySites()
{
    for (auto& site : m_sites) {
        makeDisjoint(site.rows);
        if (site.parent != kDirectlyInFunction && !isAlive(m_sites[site.parent]))
            site.rows.clear();
    }
}

void TreeBuilder::coverChildren()
{
    std::vector<std::vector<CodeRow>> children(m_sites.size());
    for (auto i = m_sites.size(); i-- > 0;) {
        auto& site = m_sites[i];
        if (!isAlive(site))
            continue;
        cover(site.rows, std::move(children[i]));
        if (site.parent != kDirectlyInFunction)
            children[site.parent].insert(children[site.parent].end(), site.rows.begin(),
                                         site.rows.end());
    }
}

void TreeBuilder::placeSite(std::size_t index)
{
    const auto parent = m_sites[index].parent;
    for (const auto& row : m_sites[index].rows) {
        if (parent == kDirectlyInFunction) {
            placeInParent(index, row, kDirectlyInFunction);
            continue;
        }
        const auto& runs = m_runsOf[parent];
        auto run = std::upper_bound(
            runs.begin(), runs.end(), row.begin,
            [this](auto address, auto candidate) { return address < m_tree.runs[candidate].end; });
        for (; run != runs.end() && m_tree.runs[*run].begin < row.end && takeStep(); ++run)
            placeInParent(index, row, *run);
    }
}

bool TreeBuilder::takeStep()
{
    m_tree.isCut = m_tree.isCut || m_stepsLeft == 0;
    m_stepsLeft -= m_stepsLeft == 0 ? 0 : 1;
    return !m_tree.isCut;
}

void TreeBuilder::placeInParent(std::size_t index, const CodeRow& row, std::size_t parentRun)
{
    auto piece = row;
    piece.end = std::min(piece.end, m_size);
    if (parentRun != kDirectlyInFunction) {
        piece.begin = std::max(piece.begin, m_tree.runs[parentRun].begin);
        piece.end = std::min(piece.end, m_tree.runs[parentRun].end);
    }
    if (piece.begin < piece.end)
        placeUnclaimed(index, piece, parentRun);
}

/// Siblings must not overlap: what an earlier one took stays with it.
void TreeBuilder::placeUnclaimed(std::size_t index, CodeRow piece, std::size_t parentRun)
{
    const auto parent = m_sites[index].parent;
    auto& claimed = m_claimed[parent == kDirectlyInFunction ? m_sites.size() : parent];
    while (piece.begin < piece.end && takeStep()) {
        const auto after = claimed.upper_bound(piece.begin);
        if (after != claimed.begin() && std::prev(after)->second > piece.begin) {
            piece.begin = std::prev(after)->second;
            continue;
        }
        auto part = piece;
        if (after != claimed.end())
            part.end = std::min(part.end, after->first);
        addPiece(index, part, parentRun);
        claimed.emplace(part.begin, part.end);
        piece.begin = part.end;
    }
}

void TreeBuilder::addPiece(std::size_t index, const CodeRow& piece, std::size_t parentRun)
{
    const auto& site = m_sites[index];
    const auto& callerRows =
        site.parent == kDirectlyInFunction ? m_functionRows : m_sites[site.parent].rows;
    const auto call = rowAt(callerRows, piece.begin);
    paint(piece);
    auto& runs = m_tree.runs;
    if (!m_runsOf[index].empty()) {
        auto& last = runs[m_runsOf[index].back()];
        const bool sameCall = last.callFile == call.file && last.callLine == call.line &&
                              last.callColumn == call.column;
        if (last.end == piece.begin && last.parent == parentRun && sameCall) {
            last.end = piece.end;
            return;
        }
    }
    m_runsOf[index].push_back(runs.size());
    m_depths.push_back(parentRun == kDirectlyInFunction ? 1 : m_depths[parentRun] + 1);
    runs.push_back(
        {piece.begin, piece.end, parentRun, site.name, call.file, call.line, call.column, index});
}

void TreeBuilder::paint(const CodeRow& piece)
{
    auto resume = std::prev(m_painted.upper_bound(piece.end))->second;
    m_painted.insert_or_assign(piece.end, resume);
    m_painted.erase(m_painted.lower_bound(piece.begin), m_painted.lower_bound(piece.end));
    m_painted.insert_or_assign(piece.begin, piece);
}

/// Depth-first order: runs nest, so sorting by address and then depth puts every parent directly
/// before what it contains.
void TreeBuilder::sortRuns()
{
    auto& runs = m_tree.runs;
    std::vector<std::size_t> order(runs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
        return runs[a].begin != runs[b].begin ? runs[a].begin < runs[b].begin
                                              : m_depths[a] < m_depths[b];
    });
    std::vector<std::size_t> place(runs.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] = i;
    std::vector<InlineRun> sorted;
    for (const auto index : order) {
        sorted.push_back(runs[index]);
        if (sorted.back().parent != kDirectlyInFunction)
            sorted.back().parent = place[sorted.back().parent];
    }
    runs = std::move(sorted);
}

InlineTree TreeBuilder::build()
{
    makeDisjoint(m_functionRows);
    m_painted.emplace(0, kNoLine);
    for (const auto& row : m_functionRows)
        m_painted.insert_or_assign(row.begin, row);
    dropEmptySites();
    coverChildren();
    for (std::size_t i = 0; i < m_sites.size(); ++i)
        placeSite(i);
    for (auto entry = m_painted.begin(); entry != m_painted.end(); ++entry) {
        const auto next = std::next(entry);
        auto row = entry->second;
        const bool hasLine = row.file != kNoChecksum;
        row.begin = entry->first;
        row.end = next == m_painted.end() ? m_size : std::min(m_size, next->first);
        // At the end of a call without a line of its caller, the call's last line must not
        // continue.
        if (row.begin < row.end && (hasLine || !m_tree.rows.empty()))
            m_tree.rows.push_back(row);
    }
    sortRuns();
    return std::move(m_tree);
}

} // namespace

std::vector<CodeRow> inlineSiteRows(const PdbModuleLines& lines,
                                    const codeview::InlineSiteRecord& site,
                                    std::uint32_t functionBytes)
{
    const auto inlinee = lines.inlinee(site.inlinee);
    std::vector<CodeRow> rows;
    if (!inlinee)
        return rows;
    for (std::size_t i = 0; i < site.lines.size(); ++i) {
        const auto& line = site.lines[i];
        const auto next = i + 1 < site.lines.size() ? std::uint64_t{site.lines[i + 1].offset}
                                                    : std::uint64_t{line.offset} + 1;
        const auto end = std::min<std::uint64_t>(
            line.sizeBytes ? std::uint64_t{line.offset} + *line.sizeBytes : next, functionBytes);
        const auto number = inlinedLine(*inlinee, line);
        if (end > line.offset)
            rows.push_back({line.offset, static_cast<std::uint32_t>(end),
                            line.file.value_or(inlinee->file), number, 0});
    }
    return rows;
}

InlineTree buildInlineTree(std::uint32_t sizeBytes,
                           std::vector<CodeRow> functionRows,
                           std::vector<InlineSite> sites)
{
    return TreeBuilder(sizeBytes, std::move(functionRows), std::move(sites)).build();
}

} // namespace faultline::pdb
