// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/golang/function_table.h"

#include <span>
#include <vector>

namespace faultline::golang {

/// A call that the compiler inlined into a function.
struct InlinedCall
{
    std::int32_t index = -1; ///< In the function's tree.
    std::string_view name;
    std::string_view callFile; ///< Position of the call in the code around it.
    std::int32_t callLine = 0;
};

/// The trees of inlined calls, which the runtime needs for its own stack traces. Which of a
/// function's data is the tree, and its layout, differ between releases that write the same magic
/// number. So the first layout that fits the program's trees is used. Refers to table and image.
class InlineTrees
{
public:
    /// `bases` are where offsets of functions' data may count from (ModuleData::functionData).
    InlineTrees(const FunctionTable& table,
                const ProgramImage& image,
                std::span<const std::uint64_t> bases);

    /// Source: Go, src/runtime/symtab.go and symtabinl.go, `inlinedCall`, `_PCDATA_InlTreeIndex`,
    /// `_FUNCDATA_InlTree`.
    struct Layout
    {
        std::uint32_t pcData = 2;
        std::uint32_t functionData = 3;
        std::uint64_t entryBytes = 16;
        /// Does an entry give the position of its call? From Go 1.20 an instruction stands for it.
        bool hasCallPosition = false;
        std::uint64_t base = 0;
    };

    bool isKnown() const { return m_layout.has_value(); }

    /// Says for each range of the function's code which inlined call it belongs to; below zero: to
    /// none. Absent when the function has no inlined calls.
    std::optional<PcValues> ranges(const Function& function) const;

    /// The calls around a range's code, outermost first. Absent when the tree is damaged, no layout
    /// is known, or `rowsLeft` (PcValues::limitBy) is used up.
    std::optional<std::vector<InlinedCall>>
    callsOf(const Function& function, std::int32_t index, std::uint64_t& rowsLeft) const;

private:
    struct Entry
    {
        std::int32_t parent = -1;
        InlinedCall call;
    };

    std::optional<Entry> entry(const Layout& layout,
                               const Function& function,
                               std::int32_t index,
                               std::uint64_t& rowsLeft) const;
    std::optional<std::uint64_t> treeAddress(const Layout& layout, const Function& function) const;
    bool fits(const Layout& layout) const;
    std::optional<bool>
    fits(const Layout& layout, const Function& function, std::uint64_t& rowsLeft) const;

    const FunctionTable& m_table;
    const ProgramImage& m_image;
    std::optional<Layout> m_layout;
};

} // namespace faultline::golang
