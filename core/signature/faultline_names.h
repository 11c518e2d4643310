// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/signature/crash_facts.h"
#include "core/signature/signature_rules.h"

#include <string>
#include <string_view>

namespace faultline::signature {

/// The text that stands for a row in Faultline's own signatures: as Socorro's, but with operators,
/// functions that return functions, and marks of compilers put right, and with the names of Go,
/// Swift and Objective-C in their own form. May be empty.
std::string
faultlineFrameText(const CrashRow& row, std::string_view os, const SignatureRules& rules);

/// A function's name without return type, arguments, template arguments and what changes from build
/// to build.
std::string faultlineName(std::string_view function, Language language);

/// "libscene.so+0x41000": module and page of a row, for stacks without any name. Falls back to
/// textWithoutFunction().
std::string modulePageText(const CrashRow& row, std::string_view os);

} // namespace faultline::signature
