// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline::crash {

enum class BsdSystem : std::uint8_t { FreeBsd, NetBsd, OpenBsd };

/// Why a process of a BSD ended: "SIGSEGV / SEGV_MAPERR". `signalCode` is si_code as unsigned.
/// Absent when the signal has no name. Sources: sys/signal.h and, for codes, sys/signal.h of
/// FreeBSD and sys/siginfo.h of the others.
std::optional<std::string>
bsdSignalReason(BsdSystem system, std::uint32_t signal, std::uint32_t signalCode);

} // namespace faultline::crash
