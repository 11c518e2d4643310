// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::jvmtext {

/// Tells from the locks in a thread dump which thread waits for which ("blocked"), and which wait
/// for each other ("deadlock"), as facts for the details of an event. Sources of the lines: ART's
/// thread dumps (art/runtime/monitor.cc) and HotSpot's (vframe.cpp).
std::vector<std::pair<std::string, std::string>> lockFacts(const JvmEvent& jvm);

} // namespace faultline::jvmtext
