#pragma once

#include <array>
#include <cstdint>

namespace faultline::unwind {

/// Indexes in RegisterSet's amd64 order.
inline constexpr std::uint8_t kAmd64Rsp = 7;
inline constexpr std::uint8_t kAmd64Rip = 16;

/// The numbers that instructions and Windows unwind codes use (0 rax, 1 rcx, 2 rdx, 3 rbx, 4 rsp,
/// …) as such indexes.
inline constexpr std::array<std::uint8_t, 16> kAmd64ByEncoding{0, 2, 1,  3,  7,  6,  4,  5,
                                                               8, 9, 10, 11, 12, 13, 14, 15};

} // namespace faultline::unwind
