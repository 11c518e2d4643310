#pragma once

#include "core/formats/debug/pdb/pdb_module_lines.h"

#include <string_view>
#include <vector>

namespace faultline::pdb {

/// An inlined call as recorded: where it nests and which lines it covers.
struct InlineSite
{
    std::size_t parent = 0; ///< Index of an earlier site, or kDirectlyInFunction.
    std::string_view name;
    std::vector<CodeRow> rows;
};

inline constexpr std::size_t kDirectlyInFunction = static_cast<std::size_t>(-1);

/// A contiguous range of an inlined call, with the position of the call in its parent.
struct InlineRun
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::size_t parent = kDirectlyInFunction; ///< Index of an earlier run.
    std::string_view name;
    std::uint32_t callFile = 0;
    std::uint32_t callLine = 0;
    std::uint32_t callColumn = 0;
};

/// The code of a function as a strict tree: runs nest properly, siblings do not overlap, parents
/// stand before their children.
struct InlineTree
{
    std::vector<InlineRun> runs;
    std::vector<CodeRow>
        rows; ///< Per address the line of the innermost function; sorted, without overlap.
};

/// CodeView gives every inlined call a line table of its own, while the rows of the caller show the
/// line of the call. This turns both into call positions and innermost lines. A site without rows
/// is left out with all that nests in it (docs/spec/native.md §9.4.3, §11). The function may have
/// no rows: destructors that the compiler writes have no lines, but inlined calls; then these have
/// no position. `functionRows` and the rows of the sites are sorted and lie in [0, sizeBytes).
InlineTree buildInlineTree(std::uint32_t sizeBytes,
                           std::vector<CodeRow> functionRows,
                           std::vector<InlineSite> sites);

} // namespace faultline::pdb
