// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"

namespace faultline::proguard {

/// Returns the id that Sentry gives a mapping: a version 5 UUID of the file's bytes, including line
/// breaks and byte order mark. The namespace is the UUID of "guardsquare.com" among domain names
/// (4f44f30f-24be-53d0-bab6-f47c7120ad6c). Source: RFC 9562 §5.5, getsentry/rust-proguard.
DebugId mappingId(Bytes file);

} // namespace faultline::proguard
