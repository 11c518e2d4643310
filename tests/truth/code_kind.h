// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace faultline::truth {

/// What an instruction may do to the stack of frames. Whether it did is checked afterwards.
enum class CodeKind : std::uint8_t { Other, Call, Return, IndirectJump, SystemCall };

/// Reads the opcode after its prefixes (Intel SDM volume 2, chapter 2).
CodeKind codeKind(std::span<const std::byte> code, bool is64Bit);

} // namespace faultline::truth
