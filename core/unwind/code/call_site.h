// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Size of the longest call instruction, including its delay slot.
inline constexpr std::size_t kCallSiteBytes = 8;

/// What the bytes before a return address can be. x86 instructions cannot be decoded backwards, so
/// several answers may hold at once.
struct CallSite
{
    bool isCall = false;                 ///< A call can end here. True for CPUs without a rule.
    bool mayBeIndirect = false;          ///< The call may go through a register or memory.
    std::optional<std::uint64_t> target; ///< Target of a direct call, without the Thumb bit.
    bool isThumbTarget = false;          ///< 32-bit ARM: the target is Thumb code.
};

/// `before` holds the kCallSiteBytes bytes before the address. On 32-bit ARM the address carries
/// its Thumb bit.
CallSite readCallSite(CpuFamily family,
                      Bytes before,
                      std::uint64_t returnAddress,
                      std::endian order = std::endian::little);

/// Is this bl, blr or one of its pointer-authenticating forms (Arm ARM, C4.1.65)?
bool isArm64Call(std::uint32_t instruction);

/// The target of an arm64 `bl` at `address`; absent for any other instruction.
std::optional<std::uint64_t> arm64CallTarget(std::uint32_t instruction, std::uint64_t address);

/// Does code that begins with these bytes only jump elsewhere, like a linkage-table stub? A call to
/// such code does not tell which function was reached. True when too few bytes are known.
bool isJumpStub(CpuFamily family, Bytes code, bool isThumb = false);

/// Do the last bytes of the code of a function, [begin, end), jump out of it? What runs then has
/// the function's caller as its own. `last` ends at `end`. False where the CPU has no rule (x86,
/// arm64).
bool endsInTailJump(CpuFamily family, Bytes last, std::uint64_t begin, std::uint64_t end);

} // namespace faultline::unwind
