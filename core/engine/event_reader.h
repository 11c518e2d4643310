#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/event/event.h"

namespace faultline {

/// Recognises the kind of a crash file by its content and reads it. Errors: Unsupported (no kind
/// that we know: the text says what the bytes look like), Malformed.
Result<EventPtr> readEventFile(ByteView bytes, const ParseLimits& limits);

} // namespace faultline
