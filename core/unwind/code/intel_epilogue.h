// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// The function that contains the code. A jump inside the function does not leave it.
struct FunctionBounds
{
    std::uint64_t begin = 0; ///< Absolute.
    std::uint64_t end = 0;
};

/// Executes the rest of an x86 or x86-64 epilogue. `code` holds the bytes at the callee's pc. An
/// epilogue is at most one stack adjustment or `leave`, then pops, then a return or a jump out of
/// the function; without `bounds` only a return counts. Returns the registers of `callee` with
/// those that the epilogue restores. Absent when the code is no epilogue or reads unknown memory.
/// Source: Microsoft, "x64 exception handling", unwind procedure; docs/spec/stackwalk.md §11.3;
/// Intel SDM volume 2 for the instructions.
std::optional<RegisterSet> finishIntelEpilogue(Bytes code,
                                               const RegisterSet& callee,
                                               std::optional<FunctionBounds> function,
                                               const MemoryReader& memory);

} // namespace faultline::unwind
