// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

namespace faultline::minidump {

/// Turns the threads of a 32-bit program into what its debugger shows. 64-bit tools, such as the
/// Task Manager, write a 64-bit dump of it. Its contexts are then those of the system's 64-bit code
/// (WOW64), which keeps the program's registers in the thread's TLS slot 1. Threads whose slot has
/// no such registers stay as they are. Returns how many threads were changed.
/// Source: winnt.h, WOW64_CONTEXT ("Slot 1 of Thread Local Storage"); the two 16-bit fields before
/// it and the place of the 32-bit TEB are documented by Wine (dlls/ntdll).
std::uint32_t revealWow64Threads(Event& event);

} // namespace faultline::minidump
