// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// The effect of one 32-bit ARM instruction on the stack. Only what prologues and epilogues use is
/// decoded.
struct ArmStackEffect
{
    enum class Kind : std::uint8_t {
        None, ///< Touches none of sp, lr and pc.
        Push, ///< Stores the registers of `mask`, the lowest number at the lowest address.
        Pop,
        MoveStack,    ///< sp += bytes.
        StackFrom,    ///< sp = register + bytes.
        AddTo,        ///< register += bytes: Thumb code prepares StackFrom this way.
        ReturnByLink, ///< bx lr, mov pc, lr.
        Unknown,
    };
    Kind kind = Kind::Unknown;
    std::uint32_t mask = 0;  ///< One bit for each register number.
    std::uint8_t number = 0; ///< The register's number.
    std::int32_t bytes = 0;
};

/// Reads the next instruction. Bytes that end too early give Unknown.
ArmStackEffect readArmInstruction(ByteReader& reader, bool isThumb);

} // namespace faultline::unwind
