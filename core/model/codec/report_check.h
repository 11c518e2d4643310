// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/report.h"

namespace faultline::codec {

/// Malformed when an index of one part of the report names nothing in another part, or when a
/// module has no state, or when a frame's variables are no JSON object: users of a report follow
/// and copy these without a check.
Result<void> checkReferences(const Report& report);

} // namespace faultline::codec
