// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// Number of "SIGSEGV" or "SEGV" on Linux (asm-generic/signal.h); absent for other words.
std::optional<std::uint32_t> linuxSignalNumber(std::string_view name);

/// "SIGSEGV" for 11; empty for numbers without a name.
std::string_view linuxSignalName(std::uint64_t number);

} // namespace faultline::nativetext
