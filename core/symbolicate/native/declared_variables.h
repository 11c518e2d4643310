// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/native/report_variables.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace faultline::symbolicate {

/// Gives each symbolicated row the names and types of the variables that have a place at its
/// address, as `vars` (docs/spec/native.md §8.2). No values are read. Waits for files like
/// readVariables().
void addDeclaredVariables(const VariableSources& sources,
                          const std::vector<std::shared_ptr<ThreadStack>>& stacks,
                          const std::stop_token& stop);

/// A type as `vars` has it: a base type's name, "*" after what a pointer or reference leads to,
/// "void" where that is another type, and "<unknown>" for all others.
std::string declaredType(object::ValueInfoReader& info, object::EntryRef type);

} // namespace faultline::symbolicate
