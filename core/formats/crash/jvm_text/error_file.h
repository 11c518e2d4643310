// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/model/event.h"

#include <memory>
#include <string_view>

namespace faultline::jvmtext {

/// Tells whether a text is an error file of HotSpot ("hs_err_pid1234.log"), by its first lines.
bool looksLikeErrorFile(std::string_view text);

/// Reads an error file: what failed, the versions, and the frames of the thread that failed. The
/// first thread has its native and Java frames, the second, if the file has the section, the Java
/// frames below them. A section that is missing or damaged is absent in the event. Source:
/// src/hotspot/share/utilities/vmError.cpp of the JDK.
std::shared_ptr<Event> readErrorFile(std::string_view text, const ParseLimits& limits);

} // namespace faultline::jvmtext
