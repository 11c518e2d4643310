// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/result.h"

namespace faultline::companions {

/// The UUID of a build before the App Store recompiled it: the string under `DBGOriginalUUID` in
/// the dictionary of an XML property list. Errors: Malformed (no property list, no such key, no
/// UUID). Source: docs/spec/native.md §13.
Result<DebugId> parseUuidMap(Bytes plist);

} // namespace faultline::companions
