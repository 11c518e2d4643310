#pragma once

#include "core/model/report.h"

#include <memory>

namespace faultline::test {

/// A Windows minidump's report with everything renderers show: inline rows, guesses, modules found,
/// missing and without ids, candidates of every outcome, registers, and texts that try to drive a
/// terminal.
std::shared_ptr<Report> makeMinidumpReport();

/// A request's report: given frames with all fields, relative addresses, modules in request order.
std::shared_ptr<Report> makeNativeReport();

} // namespace faultline::test
