#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// As many bytes before an address as the longest call instruction takes.
inline constexpr std::size_t kCallSiteBytes = 8;

/// Whether `before`, the kCallSiteBytes bytes in front of a return address, end in a call
/// instruction. On x86 an instruction's start cannot be known from behind, so this says "can be a
/// call". True for CPUs without a rule.
bool endsInCall(CpuFamily family, Bytes before, bool isThumb);

/// bl, blr and its pointer-authenticating forms (Arm ARM, C4.1.65).
bool isArm64Call(std::uint32_t instruction);

/// The target of an arm64 `bl` at `address`; absent for any other instruction.
std::optional<std::uint64_t> arm64CallTarget(std::uint32_t instruction, std::uint64_t address);

} // namespace faultline::unwind
