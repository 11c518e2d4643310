// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string_view>

namespace faultline::insight {

// What functions of systems and languages do, by their names without arguments (qualifiedName()).

/// Does the kernel start handlers of signals so that they return to this function?
bool isSignalTrampoline(std::string_view name);

/// Does this function of a C library or of the kernel only enter the kernel?
bool isKernelEntry(std::string_view name);

/// Does this function of the C library only work on the memory or the string that its caller gave
/// it: memcpy(), strlen()?
bool isMemoryFunction(std::string_view name);

/// Does it belong to the crates of Rust's standard library? Implementations belong to the crate of
/// their type, those for types of the language to the crate of their trait.
bool isRustLibrary(std::string_view name);

/// Does a panic of Rust begin in this function?
bool isRustPanicEntry(std::string_view name);

/// Does it belong to the package runtime of Go, or to what lies inside of it?
bool isGoRuntime(std::string_view name);

/// Does a thread of Rust or a goroutine begin in this function, before its own code?
bool isOutermostOfRuntime(std::string_view name);

/// Is the report a text that the runtime of Rust or Go printed about a panic?
bool isPanicText(const Report& report);

} // namespace faultline::insight
