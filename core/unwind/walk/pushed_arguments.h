// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Unwinds with frame data of 32-bit Windows (STACK WIN, PDB), which omit what the function has
/// pushed for its callee. The callee's record gives that size but is often wrong. Compilers
/// disagree on whether the prologue's room for arguments is part of the frame (MSVC: no, LLVM:
/// yes), other values may be on the stack, and a callee may have no record. So several sizes are
/// tried. A return address whose call targets this function decides. Without one, the record's size
/// is used or, if that gives no return address, the first size that does.
Result<UnwindStep> unwindPushedArguments(WalkEnvironment& environment,
                                         const Callee& callee,
                                         const UnwindTable& table,
                                         UnwindQuery query);

} // namespace faultline::unwind
