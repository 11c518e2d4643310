#pragma once

#include "core/base/byte_view.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

#include <cstdint>
#include <optional>

namespace faultline::unwind {

/// Where the code that is looked at belongs: a jump inside the function is no way out of it.
struct FunctionBounds
{
    std::uint64_t begin = 0; ///< Absolute.
    std::uint64_t end = 0;
};

/// If `code`, the bytes at the callee's pc, is the rest of an x86 or x86-64 epilogue (at most one
/// stack adjustment or `leave`, pops, then a return or a jump out of the function; without bounds a
/// return only), carries it out and returns the caller's registers: those of `callee` with what the
/// epilogue restores. Absent when it is no epilogue, or when it reads memory that is not known.
/// Source: Microsoft, "x64 exception handling", unwind procedure; docs/spec/stackwalk.md §11.3;
/// Intel SDM volume 2 for the instructions.
std::optional<RegisterSet> finishIntelEpilogue(Bytes code,
                                               const RegisterSet& callee,
                                               std::optional<FunctionBounds> function,
                                               const MemoryReader& memory);

} // namespace faultline::unwind
