// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace faultline::report {

/// The style sheet of the HTML report, without what depends on the report.
std::string_view htmlStyle();

} // namespace faultline::report
