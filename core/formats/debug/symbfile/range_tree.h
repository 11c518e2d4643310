// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/symbfile/records.h"

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::symbfile {

inline constexpr std::uint32_t kNoPiece = 0xffffffff;

/// A part of a range that no other range of the same depth covers. `begin` and `end` are addresses
/// of the ELF file.
struct Piece
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t range = 0;         ///< Index of the range.
    std::uint32_t parent = kNoPiece; ///< Index of the enclosing piece of the depth above.
};

/// The ranges of a file as trees: of equal depths the first in the file counts, and a range whose
/// caller is missing is left out (docs/spec/symbfile.md §5).
struct RangeTree
{
    std::vector<std::vector<Piece>> depths; ///< Each sorted by address.
    std::uint32_t leftOut = 0;              ///< Ranges, or parts of them, without a caller.
};

/// Ranges that overlap a lot can make many pieces. Deeper levels are left out when there are more
/// than `maxPieces`.
RangeTree makeRangeTree(std::span<const Range> ranges, std::size_t maxPieces);

} // namespace faultline::symbfile
