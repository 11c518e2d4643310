// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::sentry {

/// Is the text a Sentry event in JSON? The members of its outermost object decide, as far as the
/// text goes; the beginning of a file is enough. A request of `POST /symbolicate` is not an event.
bool looksLikeSentryEvent(std::string_view head);

/// Reads an event with native frames (docs/spec/http-api.md §14.1), or of a script
/// (docs/spec/javascript.md §11.1). Exceptions come before threads; frames are callee first. Native
/// frames without an address and empty stacks are left out. Errors: Malformed (no JSON, no event),
/// Unsupported (neither a native image nor a frame of a script, as in events of Java and others;
/// several events).
Result<EventPtr> readSentryEvent(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::sentry
