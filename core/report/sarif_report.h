// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>

namespace faultline::report {

struct SarifOptions
{
    std::string version;  ///< The program's own.
    std::string fileName; ///< Of the crash file; empty when it may not be told.
};

/// The crash as a log of SARIF 2.1.0 (OASIS), which code scanners of forges and editors read: one
/// run with one result. The rule is the cause's code, the message its sentence, the location the
/// first own frame with a source, the fingerprint the signature. Stacks are those of the leading
/// thread, of threads in the cause, and those that explain the leading one. A report without a
/// crash is a result of kind "informational".
std::string renderSarif(const Report& report, const SarifOptions& options);

} // namespace faultline::report
