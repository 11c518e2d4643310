// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signature/crash_facts.h"
#include "core/signature/signature_rules.h"

#include <string>
#include <string_view>

namespace faultline::signature {

/// The text that stands for a row, with all oddities of Socorro's rules
/// (docs/spec/workbench.md §6.2). May be empty.
std::string socorroFrameText(const CrashRow& row, std::string_view os, const SignatureRules& rules);

/// A function's name by the rules for C and C++, without a line.
std::string socorroCppName(std::string_view function);

/// The path in a file's name: of "vcs:root:path:revision", of "drive:path", or an absolute path.
/// Empty for other forms.
std::string_view sourcePath(std::string_view file);

/// The forms of rows without a function, best first. Empty when nothing names the row.
std::string textWithoutFunction(const CrashRow& row, std::string_view os);

/// A space after each comma, and none before "*", "&" and ",".
std::string spacedPunctuation(std::string_view text);

} // namespace faultline::signature
