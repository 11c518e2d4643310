// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// Longer names are not passed to LLVM.
inline constexpr std::size_t kMaxMangledBytes = 32 * 1024;
inline constexpr std::size_t kMaxOutputBytes = 4096;

/// A demangled name; absent when it is empty or too long.
std::optional<std::string> withinLimits(std::string text);

/// Demangles "_Z…" (with any number of further leading underscores) with the spelling of
/// cpp_demangle. Absent when the name has another form.
std::optional<std::string> demangleItanium(std::string_view name);

/// Demangles "?…" or "@?…" with the spelling of msvc_demangler.
std::optional<std::string> demangleMicrosoft(std::string_view name);

} // namespace faultline::demangling
