// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <memory>

namespace faultline::test {

/// Makes the report on a Windows minidump with everything that renderers show: inline rows,
/// guesses, modules found, missing and without ids, candidates with every outcome, registers, and
/// texts that try to control a terminal.
std::shared_ptr<Report> makeMinidumpReport();

/// Makes a request's report: given frames with all fields, relative addresses, modules in request
/// order.
std::shared_ptr<Report> makeNativeReport();

} // namespace faultline::test
