#pragma once

#include "core/model/script_event.h"

#include <optional>

namespace faultline::js {

/// Whether a frame is of the application itself, by its paths; absent when these do not tell.
/// Rules: docs/spec/javascript.md §§2, 11.2.
std::optional<bool> isInApp(const SourcePosition& position);

} // namespace faultline::js
