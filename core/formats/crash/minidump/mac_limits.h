// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/codes/code_names.h"

#include <optional>
#include <string>

namespace faultline::minidump {

/// EXC_RESOURCE and EXC_GUARD pack several numbers into the Mach codes (XNU, kern/exc_resource.h
/// and kern/exc_guard.h). `flags` is the upper half of code[0]; `code` and `subcode` are complete.
/// Uses rust-minidump's words. Absent when the type has no name.
std::optional<std::string>
resourceLimitText(std::uint32_t flags, std::uint64_t code, std::uint64_t subcode);
std::optional<std::string>
guardText(std::uint32_t flags, std::uint64_t code, std::uint64_t subcode);

} // namespace faultline::minidump
