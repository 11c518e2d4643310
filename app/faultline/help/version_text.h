// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace faultline::app {

/// Returns the version, the compiler, the libraries that it was built with, and what was left out.
std::string versionDetails();

} // namespace faultline::app
