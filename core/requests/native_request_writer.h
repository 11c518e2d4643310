// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"

#include <string>

namespace faultline::requests {

/// Makes the body of `POST /symbolicate` for an event's given frames, callee first
/// (docs/spec/native.md §3). decodeNativeRequest() reads it back. Facts without a place in a
/// request, such as the cause, are left out. The server uses its own sources.
std::string writeNativeRequest(const Event& event);

} // namespace faultline::requests
