// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/model/report.h"

namespace faultline::report {

/// The member "insight" of the object "faultline": the conclusions of core/insight as codes with
/// their parameters. "text" holds the English text of each.
void writeInsight(json::JsonWriter& json, const Report& report);

} // namespace faultline::report
