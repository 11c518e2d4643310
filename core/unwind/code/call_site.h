#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// As many bytes before an address as the longest call instruction takes, with its delay slot.
inline constexpr std::size_t kCallSiteBytes = 8;

/// What the bytes in front of a return address can be. On x86 an instruction's start cannot be
/// known from behind, so several answers may hold at once.
struct CallSite
{
    bool isCall = false;                 ///< A call can end there. True for CPUs without a rule.
    bool mayBeIndirect = false;          ///< It can be one through a register or memory.
    std::optional<std::uint64_t> target; ///< Of a direct call, without a Thumb bit.
    bool isThumbTarget = false;          ///< 32-bit ARM: that function's code is Thumb.
};

/// `before` are the kCallSiteBytes bytes in front of the address; the address of 32-bit ARM code
/// has its Thumb bit.
CallSite readCallSite(CpuFamily family,
                      Bytes before,
                      std::uint64_t returnAddress,
                      std::endian order = std::endian::little);

/// bl, blr and its pointer-authenticating forms (Arm ARM, C4.1.65).
bool isArm64Call(std::uint32_t instruction);

/// The target of an arm64 `bl` at `address`; absent for any other instruction.
std::optional<std::uint64_t> arm64CallTarget(std::uint32_t instruction, std::uint64_t address);

/// Whether code that begins with these bytes only leads on: a jump, a stub of a linkage table.
/// A call of it says nothing of the function that was reached. True where too few bytes are known.
bool isJumpStub(CpuFamily family, Bytes code, bool isThumb = false);

} // namespace faultline::unwind
