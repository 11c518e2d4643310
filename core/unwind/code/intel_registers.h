// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"

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

/// The same for x86: eax, ecx, edx, ebx, esp, ebp, esi, edi in RegisterSet's x86 order.
inline constexpr std::array<std::uint8_t, 8> kX86ByEncoding{6, 7, 8, 3, 1, 2, 4, 5};

/// As instructions number them.
inline constexpr std::uint8_t kStackPointerEncoding = 4;
inline constexpr std::uint8_t kFramePointerEncoding = 5;

inline std::uint8_t intelRegisterIndex(CpuFamily family, std::size_t encoding)
{
    return family == CpuFamily::Intel64 ? kAmd64ByEncoding[encoding & 15]
                                        : kX86ByEncoding[encoding & 7];
}

} // namespace faultline::unwind
