#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::sentry {

/// Whether a text is JSON with an event of Sentry's, judged by the members of its outermost object
/// as far as the text goes; the first part of a file is enough. A request of `POST /symbolicate` is
/// none.
bool looksLikeSentryEvent(std::string_view head);

/// Reads an event with native frames (docs/spec/http-api.md §14.1): exceptions before threads,
/// frames callee first, frames without an address and empty stacks left out. Errors: Malformed (no
/// JSON, no event), Unsupported (no native image: events of JavaScript, Java and others; several
/// events).
Result<EventPtr> readSentryEvent(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::sentry
