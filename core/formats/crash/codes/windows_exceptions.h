// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace faultline::crash {

/// rust-minidump's name of a Windows error or status: "ERROR_FILE_NOT_FOUND", "unknown 0x12345678".
std::string windowsErrorName(std::uint32_t code);

/// Why a process of Windows ended, with exactly rust-minidump's words
/// ("EXCEPTION_ACCESS_VIOLATION_READ", docs/spec/stackwalk.md §7). `parameters` are those of the
/// exception record, as many as it has.
std::string windowsExceptionReason(std::uint32_t code, std::span<const std::uint64_t> parameters);

} // namespace faultline::crash
