// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/report.h"

namespace faultline::codec {

/// Malformed when an index of one part of the report names nothing in another part, or when a
/// module has no state: users of a report follow these without a check.
Result<void> checkReferences(const Report& report);

} // namespace faultline::codec
