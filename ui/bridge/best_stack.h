// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/report.h"

#include <memory>

namespace faultline::ui {

/// Joins two states of one thread's stack, of which the later was cut short by a cancellation or is
/// not yet symbolicated. The walk that got further gives the frames; names that only the other
/// state has are kept where the physical frame is the same. `earlier` may be null.
std::shared_ptr<const ThreadStack> bestStack(const std::shared_ptr<const ThreadStack>& earlier,
                                             const std::shared_ptr<const ThreadStack>& later);

} // namespace faultline::ui
