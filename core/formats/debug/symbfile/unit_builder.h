// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/object/debug_info.h"
#include "core/formats/debug/symbfile/range_tree.h"

#include <span>
#include <unordered_map>

namespace faultline::symbfile {

/// Turns range trees into the functions of one debug info unit. Ranges and tree must outlive the
/// unit's texts. No address may lie more than 4 GiB after `loadAddress`.
class UnitBuilder
{
public:
    UnitBuilder(std::span<const Range> ranges, const RangeTree& tree, std::uint64_t loadAddress)
        : m_ranges(ranges), m_tree(tree), m_loadAddress(loadAddress)
    {
    }

    /// Adds a piece of depth 0 with everything in it.
    void addFunction(std::uint32_t piece);

    object::DebugUnit take() { return std::move(m_unit); }

private:
    std::uint32_t relative(std::uint64_t address) const
    {
        return static_cast<std::uint32_t>(address - m_loadAddress);
    }

    std::uint32_t fileIndex(const std::optional<std::string_view>& name);
    void addPiece(std::size_t depth, std::uint32_t index, std::uint32_t parentInline);
    void addChildren(std::size_t depth, std::uint32_t index, std::uint32_t inlineIndex);
    void addLines(const Piece& piece, std::uint64_t begin, std::uint64_t end);

    std::span<const Range> m_ranges;
    const RangeTree& m_tree;
    std::uint64_t m_loadAddress;
    object::DebugUnit m_unit;
    std::unordered_map<std::string_view, std::uint32_t> m_files;
};

} // namespace faultline::symbfile
