#pragma once

#include "core/base/byte_reader.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// What an instruction of 32-bit ARM code does to the stack, as far as prologues and epilogues go.
struct ArmStackEffect
{
    enum class Kind : std::uint8_t {
        None, ///< Touches neither sp, lr nor pc.
        Push, ///< The registers of `mask`, lowest at the lowest address.
        Pop,
        MoveStack,    ///< sp += bytes.
        StackFrom,    ///< sp = register + bytes.
        AddTo,        ///< register += bytes: Thumb's way to prepare StackFrom.
        ReturnByLink, ///< bx lr, mov pc, lr.
        Unknown,
    };
    Kind kind = Kind::Unknown;
    std::uint32_t mask = 0;  ///< By register number.
    std::uint8_t number = 0; ///< A register's.
    std::int32_t bytes = 0;
};

/// The next instruction. A short read gives Unknown.
ArmStackEffect readArmInstruction(ByteReader& reader, bool isThumb);

} // namespace faultline::unwind
