// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/model/report.h"

namespace faultline::report {

// What only scripts and the JVM have, as members of an object of our JSON that is being written.

void writeKindOf(json::JsonWriter& json, const Frame& frame);
void writeKindOf(json::JsonWriter& json, const Report& report);

} // namespace faultline::report
