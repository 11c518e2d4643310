// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/object/object.h"
#include "core/model/memory.h"
#include "core/model/registers.h"

namespace faultline::unwind {

/// Unwinds one x86 frame with a record of Windows frame data (PDB FrameData, STACK WIN type 4).
/// Runs the record's postfix program in 32-bit wrapping arithmetic. Source: Breakpad
/// docs/symbol_files.md "STACK WIN"; docs/spec/stackwalk.md §10.2. Errors: Malformed (the program
/// cannot be followed or does not compute eip and esp).
Result<RegisterSet> runFrameProgram(const object::WindowsFrame& frame,
                                    const RegisterSet& callee,
                                    std::uint32_t grandCalleeParameterBytes,
                                    const MemoryReader& memory);

/// The same for a frame-pointer-omission record (PDB FPO, STACK WIN type 0). `isContextFrame` means
/// that this is the first frame of the walk.
Result<RegisterSet> applyFpo(const object::WindowsFrame& frame,
                             const RegisterSet& callee,
                             std::uint32_t grandCalleeParameterBytes,
                             bool isContextFrame,
                             const MemoryReader& memory);

} // namespace faultline::unwind
