// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>

namespace faultline::test {

/// What a Faultline server answers for an event: a stored report whose modules have the note "from
/// the server".
std::string serverReportOf(const EventPtr& event);

namespace scene {

/// The event of scene::dump().
EventPtr readDump();

} // namespace scene

} // namespace faultline::test
