// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace faultline::variables {

/// Why a value, or a part of it, is not known.
enum class Absence : std::uint8_t {
    None,                 ///< It is known.
    OptimizedOut,         ///< The compiler kept it nowhere at this address.
    NotInDump,            ///< Its memory is neither in the crash file nor read-only in a file.
    RegisterNotRecovered, ///< It is in a register whose value in this frame is not known.
    EntryValueNotKnown,   ///< It depends on what a register held when the function was called.
    FrameNotKnown,        ///< The frame's address on the stack is not known.
    NotSetUp, ///< The function was stopped before it had put its variables in their places.
    ThreadBaseNotKnown, ///< It is local to the thread, whose block is not known.
    TypeNotKnown,       ///< The debug info has only a declaration of its type, or none.
    TooLarge,           ///< It exceeds what is read of one value.
    Unsupported,        ///< The debug info describes its place in a way that is not understood.
    Damaged             ///< The debug info about it cannot be read.
};

} // namespace faultline::variables
