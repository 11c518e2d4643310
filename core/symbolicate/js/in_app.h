// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/script_event.h"

#include <optional>

namespace faultline::js {

/// Tells by its paths whether a frame belongs to the application; absent when they do not show it.
/// Rules: docs/spec/javascript.md §§2, 11.2.
std::optional<bool> isInApp(const SourcePosition& position);

} // namespace faultline::js
