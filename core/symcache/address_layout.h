#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::symcache {

/// Something that claims [begin, end) of the address space. `end` has 33 bits: a last symbol
/// without size runs to the top.
struct AddressClaim
{
    std::uint32_t begin = 0;
    std::uint64_t end = 0;
};

inline constexpr std::uint32_t kNoBareLines = 0xffffffff;

/// A piece of address space that one claim won.
struct AddressSegment
{
    std::uint32_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t claim = 0;            ///< Index of the winner.
    std::uint32_t lines = kNoBareLines; ///< Of AddressMap::bareLines, for symbols only.

    friend bool operator==(const AddressSegment&, const AddressSegment&) = default;
};

/// Gives every address to one claim: to the one that starts last at or before it and still covers
/// it, so that a function nested in another wins inside itself and the outer one goes on behind it.
/// Of equal starts the first claim wins. `claims` are ascending by begin; segments come out
/// ascending and disjoint. Linear.
std::vector<AddressSegment> layOut(std::span<const AddressClaim> claims);

} // namespace faultline::symcache
