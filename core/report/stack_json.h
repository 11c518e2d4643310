// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/stack_text.h"

#include <string>

namespace faultline::report {

/// Facts that the report does not contain.
struct StackOrigin
{
    std::string file;      ///< Name of the crash file.
    std::string time;      ///< Time of the crash in ISO 8601; empty when the file does not say.
    std::string generator; ///< Version of the program.
};

/// The shown frames of one thread as one object, indented: "report", "thread", "frames", the
/// "modules" that the frames lie in, and "generator". Frames and modules are written as
/// renderJson() writes them, with our own facts; notes are left out.
std::string
stackJson(const Report& report, const StackSelection& selection, const StackOrigin& origin);

} // namespace faultline::report
