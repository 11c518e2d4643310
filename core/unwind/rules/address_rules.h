// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/rules/register_rules.h"

#include <cstdint>

namespace faultline::unwind {

/// Addresses below this are never code. Zero means the end of the stack.
inline constexpr std::uint64_t kLowestCode = 0x1000;

/// The highest address that the CPU family can use.
inline std::uint64_t addressLimit(CpuFamily family)
{
    return addressBits(family);
}

/// The family whose instruction alignment holds in code. core/base/arch.h gives 64-bit PowerPC the
/// 8 bytes of the reference's look-ups (docs/spec/native.md §1.5); its instructions have 4.
inline CpuFamily alignedLike(CpuFamily family)
{
    return family == CpuFamily::Ppc64 ? CpuFamily::Ppc32 : family;
}

inline bool isArm64(CpuFamily family)
{
    return family == CpuFamily::Arm64 || family == CpuFamily::Arm64_32;
}

/// Tells whether bits 47 to 63 are all equal.
inline bool isCanonicalAmd64(std::uint64_t address)
{
    return address <= 0x7fffffffffff || address >= 0xffff800000000000;
}

inline bool isArm64CodeAddress(std::uint64_t address)
{
    return address >= kLowestCode && address <= 0x000fffffffffffff;
}

} // namespace faultline::unwind
