// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>
#include <vector>

namespace faultline::report {

/// All meanings of an ambiguous frame of the JVM, of which its row shows the first: "com.x.A.f
/// [A.java:7]", or "com.x.B.g [B.java:1] in com.x.A.f [A.java:7]" for inlined calls. Empty for
/// other frames.
std::vector<std::string> frameMeanings(const Frame& frame);

/// "one of 3, or com.x.B.g [B.java:1], or …"; empty for a frame that is not ambiguous.
std::string meaningsText(const Frame& frame);

} // namespace faultline::report
