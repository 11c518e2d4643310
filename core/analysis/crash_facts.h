#pragma once

#include "core/model/event.h"

namespace faultline::analysis {

/// Questions about the crash reason's numbers that the analysis asks, per system.

enum class AccessOperation : std::uint8_t { Undetermined, Read, Write, Execute };

/// What a Windows access violation tried; Undetermined for everything else.
AccessOperation operationOf(const Event& event);

/// x86-64 reports a non-canonical address without saying it: Windows as a read of the highest
/// address, macOS and Linux as a fault of another kind at 0 (docs/spec/stackwalk.md §12.2).
bool looksLikeProtectionFault(const Event& event);

/// Whether a signal was sent by a program, as raise() and kill() do: there was no fault then, and
/// the address is none. False on systems without such a mark.
bool isSentSignal(const Event& event);

bool isDivisionFault(const Event& event);
bool isPrivilegedInstructionFault(const Event& event);
bool isStackOverflow(const Event& event);

/// Whether addresses of the crashed CPU have 64 bits.
bool has64BitAddresses(const Event& event);

} // namespace faultline::analysis
