#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"

namespace faultline::proguard {

/// The id that Sentry gives a mapping: a UUID of version 5 over the bytes of the file, line breaks
/// and byte order mark included. The namespace is the UUID of "guardsquare.com" among domain names
/// (4f44f30f-24be-53d0-bab6-f47c7120ad6c). Source: RFC 9562 §5.5, getsentry/rust-proguard.
DebugId mappingId(Bytes file);

} // namespace faultline::proguard
