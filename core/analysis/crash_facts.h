// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

namespace faultline::analysis {

/// Questions of the analysis about the numbers of the crash reason, answered for each system.

enum class AccessOperation : std::uint8_t { Undetermined, Read, Write, Execute };

/// The operation that a Windows access violation attempted; Undetermined otherwise.
AccessOperation operationOf(const Event& event);

/// Does the crash look like an access to a non-canonical address? x86-64 does not report such an
/// address. Windows shows a read of the highest address, macOS and Linux a different fault at 0
/// (docs/spec/stackwalk.md §12.2).
bool looksLikeProtectionFault(const Event& event);

/// Did a program send the signal, as raise() and kill() do? There was no fault then, and the
/// address is meaningless. False on systems that do not mark sent signals.
bool isSentSignal(const Event& event);

bool isDivisionFault(const Event& event);
bool isPrivilegedInstructionFault(const Event& event);
bool isStackOverflow(const Event& event);

/// Does the crashed CPU have 64-bit addresses?
bool has64BitAddresses(const Event& event);

} // namespace faultline::analysis
