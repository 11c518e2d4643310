// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::symcache {

/// A claim to [begin, end) of the address space. `end` has 33 bits, because a last symbol without
/// size extends to the top.
struct AddressClaim
{
    std::uint32_t begin = 0;
    std::uint64_t end = 0;
};

inline constexpr std::uint32_t kNoBareLines = 0xffffffff;

/// A piece of address space won by one claim.
struct AddressSegment
{
    std::uint32_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t claim = 0;            ///< Index of the winning claim.
    std::uint32_t lines = kNoBareLines; ///< Index into AddressMap::bareLines, for symbols only.

    friend bool operator==(const AddressSegment&, const AddressSegment&) = default;
};

/// Assigns every address to one claim: the claim that starts last at or before the address and
/// still covers it. So a function nested in another wins inside its own range, and the outer
/// function continues after it. If starts are equal, the first claim wins. `claims` are ascending
/// by begin; segments come out ascending and disjoint. Linear time.
std::vector<AddressSegment> layOut(std::span<const AddressClaim> claims);

} // namespace faultline::symcache
