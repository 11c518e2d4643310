// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/stackwalk_view.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::report {

/// The parameter types in a function name with a signature, "f(int, std::map<a, b>)", split at the
/// commas outside brackets. Absent when the name has no balanced list.
std::optional<std::vector<std::string_view>> parameterTypes(std::string_view function);

/// The stack words in the places of 32-bit x86 parameters, in the form of rust-minidump's
/// --recover-function-args (docs/spec/stackwalk.md §12.6). This is a guess: the calling convention
/// comes from the name alone, and the callee may have overwritten its parameters. `this` of a
/// Windows method comes from ecx (rust-minidump reads eax). Empty for other CPUs and names without
/// types.
std::string functionArgumentsText(const Event& event,
                                  std::span<const StackwalkFrame> frames,
                                  std::size_t index);

} // namespace faultline::report
