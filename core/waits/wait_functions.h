// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/thread_stack.h"
#include "core/model/wait_graph.h"

#include <optional>
#include <string_view>

namespace faultline::waits {

/// Who calls the kernel to wait.
enum class WaitCaller : std::uint8_t {
    CLibrary, ///< A lock of the C library, as far as the names tell.
    Other     ///< The program, or another library or language: the words are those of its own lock.
};

/// What the names of a stack's top frames say. A name is weaker than a register: it may be the
/// nearest one of a symbol table.
struct WaitFunction
{
    std::string_view name; ///< As the table has it, without leading underscores.
    WaitState state = WaitState::Unknown;
    WaitObjectKind kind = WaitObjectKind::Unknown; ///< Unknown: it does not tell.
    bool isLowLevel = false; ///< Part of other functions of locks; callers tell more.
    WaitCaller caller = WaitCaller::CLibrary;
    std::size_t row = 0; ///< Index of its frame.
};

/// The first function of the stack's top that is known to wait, with what its callers add. Absent
/// when none is.
std::optional<WaitFunction> waitFunctionOf(const ThreadStack& stack, OsFamily system);

/// A name without leading underscores, version and the compiler's suffix: "__poll@@GLIBC_2.2.5" and
/// "__GI___poll" are "poll".
std::string_view plainFunction(std::string_view name);

/// The name of a frame's function: its mangled name if there is one. Empty when unknown.
std::string_view functionOf(const Frame& frame);

} // namespace faultline::waits
