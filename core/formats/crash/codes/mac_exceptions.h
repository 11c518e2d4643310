// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace faultline::crash {

/// "EXC_BAD_ACCESS" for 1; empty for numbers without a name (XNU, mach/exception_types.h).
std::string_view machExceptionName(std::uint32_t exception);

/// "SIGBUS" for 10 of Apple's systems; empty for numbers without a name (XNU, sys/signal.h).
std::string_view macSignalName(std::uint64_t signal);

} // namespace faultline::crash
