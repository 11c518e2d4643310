// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace faultline::report {

/// "freed by", "caused by", …; empty for the stack of a thread or of an error of its own.
std::string_view stackRoleWords(StackRole role);

/// What stands above a stack: "Thread 12 "main"", "Caused by, thread 12", or the words of the
/// crash report: "freed by thread T1 here". Control characters are escaped.
std::string stackTitle(const Event& event, std::size_t thread);

/// "IllegalStateException: message" of the stack's error, with its names restored; empty when it
/// has none.
std::string stackErrorText(const Report& report, std::size_t thread);

} // namespace faultline::report
