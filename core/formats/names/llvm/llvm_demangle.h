#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::demangling {

/// Longer names are refused before LLVM sees them.
inline constexpr std::size_t kMaxMangledBytes = 32 * 1024;
inline constexpr std::size_t kMaxOutputBytes = 4096;

/// A demangled name; absent when it is empty or too long.
std::optional<std::string> withinLimits(std::string text);

/// "_Z…" (with any further leading underscores), spelled like cpp_demangle does it. Absent when it
/// is no such name.
std::optional<std::string> demangleItanium(std::string_view name);

/// "?…" or "@?…", spelled like msvc_demangler does it.
std::optional<std::string> demangleMicrosoft(std::string_view name);

} // namespace faultline::demangling
