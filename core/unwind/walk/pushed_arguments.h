#pragma once

#include "core/unwind/walk/walk_environment.h"

namespace faultline::unwind {

/// Frame data of 32-bit Windows (STACK WIN, PDB) describe a frame without what the function has
/// pushed for its callee. How much that is comes from the callee's record, and is often wrong:
/// compilers disagree on whether room for arguments that the prologue makes is part of the frame
/// (MSVC: no, LLVM: yes), other values may be on the stack too, and a callee without a record says
/// nothing. So other sizes are tried; a return address whose call leads to this function decides.
/// Without one the record's size counts, or, where that gives no return address, the first that
/// does.
Result<UnwindStep> unwindPushedArguments(WalkEnvironment& environment,
                                         const Callee& callee,
                                         const UnwindTable& table,
                                         UnwindQuery query);

} // namespace faultline::unwind
