#pragma once

#include "core/report/stackwalk_view.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::report {

/// The parameter types in a function name with a signature, "f(int, std::map<a, b>)": split at the
/// commas outside of brackets. Absent when the name has no balanced list.
std::optional<std::vector<std::string_view>> parameterTypes(std::string_view function);

/// What the stack holds where 32-bit x86 passes parameters, as rust-minidump's
/// --recover-function-args prints it (docs/spec/stackwalk.md §12.6). A guess: the calling
/// convention is told from the name alone, and the callee may have overwritten its parameters.
/// `this` of a Windows method comes from ecx (rust-minidump reads eax). Empty for other CPUs and
/// names without types.
std::string functionArgumentsText(const Event& event,
                                  std::span<const StackwalkFrame> frames,
                                  std::size_t index);

} // namespace faultline::report
