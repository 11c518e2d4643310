// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::scriptstack {

/// What Hermes itself writes as JSON: the call stack of a crash (`callstack`, facebook/hermes
/// lib/VM/Runtime.cpp), and the functions that ran (`executedFunctions`, a coverage profile).
/// Recognition: docs/spec/javascript.md §6.5.

/// Is the text one of the two? Its first bytes are enough.
bool looksLikeHermesDump(std::string_view head);

/// Reads the stack, callee first. A frame of bytecode has its place there, a frame of native code
/// has only its text; functions of a coverage profile are the frames of a thread. A frame without
/// any of these is left out with a diagnostic. Errors: Malformed (no JSON), Unsupported (neither
/// list has a frame).
Result<EventPtr> readHermesDump(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::scriptstack
